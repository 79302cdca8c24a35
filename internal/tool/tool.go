// Package tool has what the example programs share beside the library.
package tool

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
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

// Size returns the number of bytes that a text such as 512M, 4G or 1.5GiB names: at
// least 1 and less than 2^60, in units of 1024. It refuses everything else.
func Size(text string) (uint64, error) {
	number := strings.TrimRight(text, "KMGTIBkmgtib")
	unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text[len(number):]), "B"), "I")
	n, err := strconv.ParseFloat(number, 64)
	shift, ok := map[string]int{"": 0, "K": 10, "M": 20, "G": 30, "T": 40}[unit]
	if n = math.Ldexp(n, shift); err != nil || !ok || !(n >= 1 && n < 1<<60) {
		return 0, errors.New("want a size as 500M or 4G")
	}
	return uint64(n), nil
}
