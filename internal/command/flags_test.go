package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/brandubh"
)

func TestRules(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	own := brandubh.Federation()
	own.Name = ""
	own.King.Armed = brandubh.HammerOnly
	data, err := own.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	v, err := Rules(write("own.json", string(data)))
	if err != nil || v.Name != "own" || v.King.Armed != brandubh.HammerOnly {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = Rules("walker"); err != nil || v.Name != "walker" {
		t.Errorf("%+v, %v", v, err)
	}
	for name, says := range map[string]string{
		"nowhere": "no such preset", "nowhere.json": "nowhere.json", write("bad.json", "{"): "bad.json", "": "preset",
	} {
		if v, err := Rules(name); v != nil || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, %v; want %q", name, v, err, says)
		}
	}
}

func TestTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if Terminal(null) {
		t.Error("the null device is taken for a terminal")
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Terminal(f) || Terminal(&bytes.Buffer{}) || Terminal(nil) {
		t.Error("a file or a buffer is a terminal")
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "64K": 64 << 10, "512M": 512 << 20, "4g": 4 << 30, "1.5GiB": 3 << 29, "2TB": 2 << 40, "4B": 4} {
		if n, err := Size(text); err != nil || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "G", "0", "0.5", "-1G", "4G x", "4GG", "4IB", "4I", "4KI", "many", "NaN", "inf", "2000000T"} {
		if n, err := Size(text); err == nil || n != 0 {
			t.Errorf("%q: %d, %v; want it refused", text, n, err)
		}
	}
}
