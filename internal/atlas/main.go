// Command atlas writes docs/rules.md, the pages of the rule sets in docs/rules and
// the pictures in docs/img, from the rule sets, the documents and the library's
// own answers:
//
//	go generate ./internal/atlas
package main

//go:generate go run . ../../docs

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// owned is the directories in which a file that the atlas does not write is stale.
var owned = []string{"rules", "img"}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: atlas DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "atlas:", err)
		os.Exit(1)
	}
}

// write writes the atlas below a directory and removes what is stale there.
func write(dir string) error {
	files, err := atlas()
	if err != nil {
		return err
	}
	for _, sub := range owned {
		if err := os.RemoveAll(filepath.Join(dir, sub)); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			return err
		}
	}
	return nil
}
