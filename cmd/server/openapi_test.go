package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// document is the OpenAPI document, to look answers up in. The schemas of OpenAPI
// 3.1 are JSON Schemas of the draft 2020-12.
type document struct {
	root     map[string]any
	compiler *jsonschema.Compiler
}

func readDocument(t *testing.T) *document {
	t.Helper()
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(openapiDocument))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("openapi.json", root); err != nil {
		t.Fatal(err)
	}
	return &document{root.(map[string]any), c}
}

// at returns a part of the document, following a reference at its end.
func (d *document) at(keys ...string) (part map[string]any, pointer string) {
	part = d.root
	for _, k := range keys {
		part, _ = part[k].(map[string]any)
		pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(k)
	}
	if ref, ok := part["$ref"].(string); ok {
		return d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return part, pointer
}

// path returns the path of the document that an address is one of.
func (d *document) path(address string) string {
	address, _, _ = strings.Cut(address, "?")
	for pattern := range d.root["paths"].(map[string]any) {
		glob := strings.NewReplacer("{id}", "*", "{name}", "*").Replace(pattern)
		if ok, _ := path.Match(glob, address); ok {
			return pattern
		}
	}
	return ""
}

// TestOpenAPI holds what the server takes and answers against its document.
func TestOpenAPI(t *testing.T) {
	d := readDocument(t)
	c := start(t, stores["sqlite"](t))
	id, tokens := c.create(`{"rules":"nielsen","attackers":"you","defenders":"open","name":"Ada","clock":{"main":"10m","increment":"5s"}}`)
	game := "/api/games/" + id
	seen := map[string]bool{}
	for _, call := range []struct {
		method, path, token, body string
		want                      int
	}{
		{"POST", "/api/games", "", `{"attackers":"you","defenders":"computer","level":"easy"}`, 201},
		{"POST", "/api/games", "", `{"rules":"nowhere"}`, 422},
		{"GET", "/api/games", "", "", 200},
		{"GET", "/api/games?state=open&limit=1", "", "", 200},
		{"GET", "/api/games?state=odd", "", "", 400},
		{"GET", game, "", "", 200},
		{"GET", "/api/games/nowhere", "", "", 404},
		{"POST", game + "/join", "", `{"seat":"defenders","name":"Grace"}`, 200},
		{"POST", game + "/join", "", `{"seat":"defenders"}`, 409},
		{"POST", game + "/moves", tokens["attackers"], `{"move":"d1-b1","ply":1}`, 200},
		{"POST", game + "/moves", tokens["attackers"], `{"move":"d1-c1","ply":1}`, 409},
		{"POST", game + "/moves", tokens["attackers"], `{"move":"d2-b2","ply":2}`, 403},
		{"POST", game + "/moves", "none", `{"move":"d1-c1","ply":1}`, 401},
		{"POST", game + "/actions", tokens["attackers"], `{"action":"offer-draw"}`, 200},
		{"GET", game + "/why?ply=1", "", "", 200},
		{"GET", game + "/why?move=a1-a2", "", "", 200},
		{"GET", game + "/why?ply=9", "", "", 404},
		{"GET", game + "/board.svg", "", "", 200},
		{"POST", game + "/actions", tokens["attackers"], `{"action":"resign"}`, 200},
		{"GET", game + "/record.json", "", "", 200},
		{"GET", game + "/record.txt", "", "", 200},
		{"GET", game + "/record.otg", "", "", 200},
		{"GET", "/api/games?state=over", "", "", 200},
		{"GET", "/api/rules", "", "", 200},
		{"GET", "/api/rules/federation", "", "", 200},
		{"GET", "/healthz", "", "", 200},
		{"GET", "/readyz", "", "", 200},
	} {
		pattern, method := d.path(call.path), strings.ToLower(call.method)
		seen[method+" "+pattern] = true
		if operation, _ := d.at("paths", pattern, method); operation == nil {
			t.Errorf("%s %s is not in the document", call.method, call.path)
			continue
		}
		if call.body != "" {
			body, pointer := d.at("paths", pattern, method, "requestBody", "content", "application/json", "schema")
			if call.want < 300 {
				d.check(t, call.method+" "+call.path+", request", body, pointer, []byte(call.body))
			}
		}
		r, err := http.NewRequest(call.method, c.base+call.path, strings.NewReader(call.body))
		if err != nil {
			t.Fatal(err)
		}
		if call.token != "" {
			r.Header.Set("Authorization", "Bearer "+call.token)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if a.StatusCode != call.want {
			t.Errorf("%s %s: %d, want %d: %s", call.method, call.path, a.StatusCode, call.want, data)
		}
		answer, pointer := d.at("paths", pattern, method, "responses", strconv.Itoa(a.StatusCode))
		kind, _, _ := strings.Cut(a.Header.Get("Content-Type"), ";")
		content, _ := answer["content"].(map[string]any)
		media, ok := content[kind].(map[string]any)
		if !ok {
			t.Errorf("%s %s: the document has no answer %d of type %s", call.method, call.path, a.StatusCode, kind)
			continue
		}
		if schema, _ := media["schema"].(map[string]any); strings.HasSuffix(kind, "json") {
			d.check(t, call.method+" "+call.path, schema, pointer+"/content/"+strings.ReplaceAll(kind, "/", "~1")+"/schema", data)
		}
	}
	for pattern, operations := range d.root["paths"].(map[string]any) {
		for method := range operations.(map[string]any) {
			if call := method + " " + pattern; !seen[call] && !strings.HasSuffix(pattern, "/events") {
				t.Errorf("%s is in the document and not tested", call)
			}
		}
	}
}

// check holds a JSON text against a schema of the document.
func (d *document) check(t *testing.T, what string, schema map[string]any, pointer string, data []byte) {
	t.Helper()
	if schema == nil {
		t.Errorf("%s: the document has no schema at %s", what, pointer)
		return
	}
	s, err := d.compiler.Compile("openapi.json#" + pointer)
	if err != nil {
		t.Fatalf("%s: %v", pointer, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err == nil {
		err = s.Validate(value)
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// TestDocument: the document is itself what it should be in the parts that matter.
func TestDocument(t *testing.T) {
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			OperationID string
			Responses   map[string]json.RawMessage
		}
	}
	if err := json.Unmarshal(openapiDocument, &doc); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for pattern, operations := range doc.Paths {
		for method, o := range operations {
			if o.OperationID == "" || ids[o.OperationID] || len(o.Responses) == 0 {
				t.Errorf("%s %s: operationId %q is empty or there twice, or there are no responses", method, pattern, o.OperationID)
			}
			ids[o.OperationID] = true
		}
	}
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("OpenAPI %q, want 3.1.0", doc.OpenAPI)
	}
}
