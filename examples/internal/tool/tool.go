// Package tool has what the example programs share beside the library.
package tool

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.com/brandubh"
)

// Rules returns the preset of a name or, for a name that ends in .json, the rule set
// in that file, which gets the file's name if it has none of its own.
func Rules(name string) (*brandubh.Variant, error) {
	if !strings.HasSuffix(name, ".json") {
		return brandubh.Preset(name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	v, err := brandubh.ParseVariant(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if v.Name == "" {
		v.Name = strings.TrimSuffix(filepath.Base(name), ".json")
	}
	return v, nil
}

// Terminal reports whether a reader or writer is a terminal, for progress that has
// no place in a file or a pipe.
func Terminal(x any) bool {
	f, ok := x.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
