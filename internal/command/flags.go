package command

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// Flags is the flags of a command. Those that several programs have are declared
// here, so that each has one name and one meaning.
type Flags struct {
	*flag.FlagSet
	env Env
}

// Rules declares -rules, one rule set, and returns a function that reads it once
// the flags are parsed; that returns nil if there is no name, which can only be
// where the usual one is empty.
func (f *Flags) Rules(usual string) func() (*brandubh.Variant, error) {
	name := f.String("rules", usual, "the preset `NAME`, or the rule set in the file NAME.json")
	return func() (*brandubh.Variant, error) {
		if *name == "" {
			return nil, nil
		}
		v, err := Rules(*name)
		if err != nil {
			return nil, Misuse.Errorf("-rules: %w", err)
		}
		return v, nil
	}
}

// RuleSets declares -rules, a list of rule sets, and returns a function that
// reads them once the flags are parsed. "all" stands for every preset.
func (f *Flags) RuleSets(usual string) func() ([]*brandubh.Variant, error) {
	names := f.String("rules", usual, "rule sets, `NAME,...`: presets, files NAME.json, or all for every preset")
	return func() ([]*brandubh.Variant, error) {
		list := strings.Split(*names, ",")
		if *names == "all" {
			list = brandubh.Presets()
		}
		var sets []*brandubh.Variant
		for _, name := range list {
			v, err := Rules(strings.TrimSpace(name))
			if err != nil {
				return nil, Misuse.Errorf("-rules: %w", err)
			}
			sets = append(sets, v)
		}
		return sets, nil
	}
}

// Rules returns the preset of a name or, for a name that ends in .json, the rule
// set in that file. A rule set without a name gets the file's.
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

// maxJobs bounds -j: each job is a goroutine with memory of its own.
const maxJobs = 1000

// Jobs declares -j, how many jobs run at the same time; all cores if it is not
// given.
func (f *Flags) Jobs() *int {
	j := jobs(runtime.NumCPU())
	f.Var(&j, "j", "how many `jobs` run at the same time")
	return (*int)(&j)
}

type jobs int

func (j *jobs) String() string { return strconv.Itoa(int(*j)) }

func (j *jobs) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxJobs {
		return fmt.Errorf("want a number from 1 to %d", maxJobs)
	}
	*j = jobs(n)
	return nil
}

// Memory declares -memory, a number of bytes written as 512M or 4G. what says
// what the memory is for.
func (f *Flags) Memory(usual uint64, what string) *uint64 {
	m := size(usual)
	f.Var(&m, "memory", "`size` of the memory "+what+", as in 512M or 4G")
	return (*uint64)(&m)
}

type size uint64

func (s *size) String() string {
	n := uint64(*s)
	unit := 0
	for n > 0 && n%1024 == 0 && unit < len(sizeUnits)-1 {
		n /= 1024
		unit++
	}
	return strconv.FormatUint(n, 10) + sizeUnits[unit]
}

func (s *size) Set(text string) error {
	n, err := Size(text)
	if err == nil {
		*s = size(n)
	}
	return err
}

var sizeUnits = []string{"", "K", "M", "G", "T"}

// Size returns the number of bytes that a text such as 512M, 4G, 4GB or 1.5GiB
// names: at least 1 and less than 2^60, in units of 1024. It refuses any other
// text.
func Size(text string) (uint64, error) {
	number := strings.TrimRight(text, "KMGTIBkmgtib")
	unit := strings.ToUpper(text[len(number):])
	for i, u := range sizeUnits {
		if unit != u && unit != u+"B" && (u == "" || unit != u+"IB") {
			continue
		}
		n, err := strconv.ParseFloat(number, 64)
		if n = math.Ldexp(n, 10*i); err == nil && n >= 1 && n < 1<<60 {
			return uint64(n), nil
		}
	}
	return 0, fmt.Errorf("%q is no size: want one as in 500M or 4G", text)
}
