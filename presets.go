package brandubh

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed variants/*.json
var presetFiles embed.FS

// preset is a rule set that comes with the package. It is read from its file when
// it is first asked for.
type preset struct {
	name        string
	once        sync.Once
	v           Variant
	fingerprint string
	provenance  map[string]Provenance
	err         error
}

// presets are all presets, in the order of [Presets].
var presets = [...]*preset{
	{name: "federation"},
	{name: "leaflet"},
	{name: "legacy"},
	{name: "nielsen"},
	{name: "spelregler"},
	{name: "regeln"},
	{name: "brandubh1"},
	{name: "brandubh2"},
	{name: "noreturn"},
	{name: "walker"},
	{name: "magpie"},
	{name: "scottish"},
	{name: "archive-52"},
	{name: "archive-54"},
	{name: "archive-55"},
	{name: "archive-56"},
	{name: "archive-57"},
	{name: "archive-58"},
	{name: "archive-60"},
	{name: "archive-61"},
	{name: "archive-62"},
	{name: "archive-63"},
	{name: "archive-65"},
	{name: "archive-66"},
	{name: "archive-67"},
	{name: "archive-85"},
	{name: "archive-87"},
	{name: "archive-95"},
	{name: "archive-96"},
	{name: "archive-97"},
	{name: "archive-98"},
	{name: "archive-99"},
	{name: "archive-100"},
	{name: "archive-101"},
	{name: "archive-103"},
	{name: "archive-104"},
	{name: "archive-105"},
	{name: "archive-109"},
	{name: "archive-110"},
	{name: "archive-112"},
	{name: "archive-118"},
	{name: "archive-119"},
	{name: "archive-120"},
	{name: "archive-121"},
	{name: "archive-122"},
	{name: "archive-157"},
	{name: "archive-158"},
	{name: "archive-160"},
	{name: "archive-161"},
	{name: "archive-174"},
}

// findPreset returns the preset of that name, or nil.
func findPreset(name string) *preset {
	for _, p := range presets {
		if p.name == name {
			return p
		}
	}
	return nil
}

// read reads the preset's file.
func (p *preset) read() error {
	p.once.Do(func() {
		var data []byte
		if data, p.err = presetFiles.ReadFile("variants/" + p.name + ".json"); p.err != nil {
			return
		}
		var v *Variant
		if v, p.err = ParseVariant(data); p.err != nil {
			return
		}
		var file struct {
			Provenance map[string]Provenance `json:"provenance"`
		}
		if p.err = json.Unmarshal(data, &file); p.err == nil {
			p.v, p.fingerprint, p.provenance = *v, v.Fingerprint(), file.Provenance
		}
	})
	return p.err
}

// load returns a copy of the preset, so that nobody can change it for others.
func (p *preset) load() (*Variant, error) {
	err := p.read()
	v := p.v
	return &v, err
}

// ErrNoPreset says that there is no preset of a name.
var ErrNoPreset = errors.New("no such preset")

// Presets returns the names of all presets: first the six of the rule documents,
// then the six that are played under a name of their own, then the other game
// types of the recorded games, "archive-52" and so on in the order of their
// numbers.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Preset returns a copy of the preset of that name, which the caller may change. It
// returns an error that wraps [ErrNoPreset] and lists the names if there is none.
func Preset(name string) (*Variant, error) {
	p := findPreset(name)
	if p == nil {
		return nil, fmt.Errorf("%w: %s; there are %s", ErrNoPreset, shortened(strconv.Quote(name)), presetNames())
	}
	return p.load()
}

// presetNames lists the names for people, those of recorded game types by their
// numbers alone.
func presetNames() string {
	var named, numbers []string
	for _, name := range Presets() {
		if number, ok := strings.CutPrefix(name, "archive-"); ok {
			numbers = append(numbers, number)
		} else {
			named = append(named, name)
		}
	}
	return strings.Join(named, ", ") + ", and archive-N with N " + strings.Join(numbers, " ")
}

// Federation returns a copy of the preset "federation", the rules of the World Tafl
// Federation (F 3 to F 5.6): those to take if there is no reason for others.
func Federation() *Variant {
	v, _ := findPreset("federation").load() // it is embedded, so it cannot fail
	return v
}

// IsPreset reports whether every rule of v is as in the preset that v.Name names.
// A rule set with the name of a preset and other rules is valid, so a program that
// gets rule sets from others asks before it shows them under that name. Title and
// Base do not matter.
func (v *Variant) IsPreset() bool {
	if v == nil {
		return false
	}
	p := findPreset(v.Name)
	return p != nil && p.read() == nil && len(v.Diff(&p.v)) == 0
}
