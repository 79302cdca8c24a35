// Package examples_test runs the tests of the examples that are modules of their
// own, so that "go test ./..." in the root tests everything.
package examples_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("the examples that are modules of their own are not tested with -short")
	}
	files, err := filepath.Glob(filepath.Join("*", "go.mod"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no modules here: %v", err)
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			test := exec.Command("go", "test", "./...")
			test.Dir = dir
			if out, err := test.CombinedOutput(); err != nil {
				t.Errorf("go test ./... in examples/%s: %v\n%s", dir, err, out)
			} else {
				t.Logf("%s", out)
			}
		})
	}
}
