package schema

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/brandubh/conformance"
)

// part returns one of the schemas of the conformance protocol.
func part(t testing.TB, name string) *schema {
	t.Helper()
	s := readFile(t, protocol)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	var err error
	if s.compiled, err = c.Compile(protocol + "#/$defs/" + name); err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema allows every case shipped.
func TestSchemaAllowsCases(t *testing.T) {
	s := part(t, "case")
	files, err := fs.Glob(conformance.Cases(), "*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(conformance.Cases(), file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []json.RawMessage
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			if err := s.valid(t, c); err != nil {
				t.Errorf("%s: the schema refuses case %d: %v", file, i, err)
			}
		}
	}
}

// The schema allows every question that is asked, every answer that the library
// writes to it, and the report about a program that is wrong.
func TestSchemaAllowsConformance(t *testing.T) {
	suite, err := conformance.NewSuite(conformance.Options{Rules: []string{"federation", "variants"}, Random: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	questions, answers := part(t, "question"), part(t, "answer")
	library, kinds := new(conformance.Library), map[string]int{}
	r := suite.Ask(conformance.EngineFunc(func(q conformance.Question) conformance.Answer {
		kinds[q.Kind()]++
		line, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if err := questions.valid(t, line); err != nil {
			t.Errorf("the schema refuses the question %s: %v", line, err)
		}
		var out bytes.Buffer
		if err := library.Serve(bytes.NewReader(line), &out); err != nil {
			t.Fatal(err)
		}
		if err := answers.valid(t, out.Bytes()); err != nil {
			t.Errorf("the schema refuses the answer %s: %v", out.Bytes(), err)
		}
		a := library.Answer(q)
		if a.End != nil && a.End.Reason == "escape" { // a program that does not know it
			a.End = nil
		}
		return a
	}))
	if len(kinds) != 4 || len(r.Findings) == 0 {
		t.Errorf("kinds asked: %v, %d findings", kinds, len(r.Findings))
	}
	var text bytes.Buffer
	if err := r.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	if err := part(t, "report").valid(t, text.Bytes()); err != nil {
		t.Errorf("the schema refuses the report: %v", err)
	}
}

// The schema refuses what is not of the protocol.
func TestSchemaRefusesConformance(t *testing.T) {
	for _, c := range []struct{ part, text string }{
		{"question", `{"preset":"federation","pos":"7/7/7/3K3/7/7/7 a"}`},
		{"question", `{"preset":"federation","position":"7/7/7/3K3/7/7/7 x"}`},
		{"question", `{"preset":"federation","moves":["d1b1"]}`},
		{"question", `{"preset":"federation","perft":0}`},
		{"answer", `{"legal":"yes"}`},
		{"answer", `{"end":{"reason":"escape"}}`},
		{"answer", `{"counts":[-1]}`},
		{"hello", `{"name":"Raven"}`},
		{"hello", `{"protocol":1,"kinds":["games"]}`},
		{"case", `{"expect":[]}`},
		{"report", `{"protocol":1}`},
	} {
		if part(t, c.part).valid(t, []byte(c.text)) == nil {
			t.Errorf("it is allowed as a %s: %s", c.part, strings.TrimSpace(c.text))
		}
	}
	if err := part(t, "hello").valid(t, []byte(`{"protocol":1,"name":"Raven 2.1","kinds":["move","moves"],"presets":["federation"]}`)); err != nil {
		t.Error(err)
	}
}
