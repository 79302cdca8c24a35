package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzAnswer checks that whatever is asked, every line that is not blank gets one
// answer, which is an object with the question's id if it has one.
func FuzzAnswer(f *testing.F) {
	const start = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"
	for _, seed := range []string{
		`{"id":1,"preset":"federation","position":"` + start + `"}`,
		`{"id":"x","preset":"nielsen","position":"` + start + `","move":"d1-b1"}`,
		`{"id":[2],"preset":"walker","moves":["d1-b1","d3-b3"]}` + "\n\n" + `{"id":3,"preset":"magpie","position":"` + start + `","perft":2}`,
		`{"id":4,"variant":{"name":"x"},"position":"` + start + `"}`,
		"nonsense\n{}\n[1]\nnull\n\"id\"",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var asked []string
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			var q struct{ Perft int }
			if json.Unmarshal([]byte(line), &q) == nil && q.Perft > 2 {
				return // right, but slow
			}
			asked = append(asked, line)
		}
		a := &Library{Rules: true}
		var out bytes.Buffer
		if err := a.answerAll(bufio.NewReader(strings.NewReader(text)), &out); err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(asked) == 0 && out.Len() == 0 {
			return
		}
		if len(answers) != len(asked) {
			t.Fatalf("%d answers to %d lines:\n%q\n%s", len(answers), len(asked), text, out.String())
		}
		for i, answer := range answers {
			var want, got struct{ ID json.RawMessage }
			if err := json.Unmarshal([]byte(answer), &got); err != nil || got.ID == nil {
				t.Fatalf("%q gets %q: %v", asked[i], answer, err)
			}
			if json.Unmarshal([]byte(asked[i]), &want) != nil || want.ID == nil {
				continue
			}
			var id bytes.Buffer
			if json.Compact(&id, want.ID) == nil && id.String() != string(got.ID) {
				t.Fatalf("%q gets the id %s", asked[i], got.ID)
			}
		}
	})
}
