package brandubh

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// member is one member that a JSON object may have.
type member struct {
	// path is its key, after those of the objects it stands in: "king.armed".
	path string
	// want says in words which values it has.
	want string
	// read reads its value, which is sound JSON and not null; nil passes over it,
	// whatever it is.
	read func([]byte) error
}

// objectReader reads a JSON object strictly: it knows every member, reads each
// once, and gathers everything that is wrong with its path.
type objectReader struct {
	members  []member
	problems problems
	state    map[string]memberState
}

// memberState is what has become of a member.
type memberState uint8

const (
	memberUnseen memberState = iota
	memberRead
	memberRefused
)

// parseObject returns the text of a JSON object, or a [*ParseError] for anything
// else, text that is not UTF-8 included.
func parseObject(what string, data []byte) (json.RawMessage, error) {
	fail := func(at int, why string) error { return &ParseError{what, string(data), at, why} }
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return nil, fail(at, "not UTF-8")
		}
		at += size
	}
	var all json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		at := len(data)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = int(syntax.Offset)
		}
		return nil, fail(at, err.Error())
	}
	if all[0] != '{' {
		return nil, fail(0, "want an object")
	}
	return all, nil
}

// has reports whether the object has the member, or the group of members.
func (r *objectReader) has(path string) bool { return r.state[path] != memberUnseen }

// refused reports whether the member, or an object that it stands in, was refused.
func (r *objectReader) refused(path string) bool {
	for ; r.state[path] != memberRefused; path = path[:strings.LastIndexByte(path, '.')] {
		if !strings.Contains(path, ".") {
			return false
		}
	}
	return true
}

// mark keeps what has become of a member.
func (r *objectReader) mark(path string, state memberState) {
	if r.state == nil {
		r.state = map[string]memberState{}
	}
	r.state[path] = state
}

// refuse gathers what is wrong with a member.
func (r *objectReader) refuse(path, why string, args ...any) {
	r.mark(path, memberRefused)
	r.problems.add(path, why, args...)
}

// require refuses a member that is not there.
func (r *objectReader) require(path, want string) {
	if !r.has(path) && !r.refused(path) {
		r.refuse(path, "missing; want %s", want)
	}
}

// object reads the members of an object, which is sound JSON. The prefix is the
// path of the object with a dot, empty for the whole.
func (r *objectReader) object(prefix string, object json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(object))
	d.Token() // the opening brace
	for d.More() {
		key, _ := d.Token()
		var text json.RawMessage
		d.Decode(&text)
		if key := key.(string); strings.Contains(key, ".") { // no key of ours: a path has the dots
			r.problems.add(prefix+key, "unknown field")
		} else {
			r.member(prefix+key, text)
		}
	}
}

// member reads one member, or the group of members that stand under a path.
func (r *objectReader) member(path string, text json.RawMessage) {
	i := slices.IndexFunc(r.members, func(m member) bool { return m.path == path })
	isGroup := slices.ContainsFunc(r.members, func(m member) bool { return strings.HasPrefix(m.path, path+".") })
	switch {
	case i < 0 && !isGroup:
		r.problems.add(path, "unknown field")
	case r.has(path):
		r.refuse(path, "stands twice")
	case i >= 0:
		r.mark(path, memberRead)
		r.value(r.members[i], text)
	case text[0] == '{':
		r.mark(path, memberRead)
		r.object(path+".", text)
	default:
		r.refuse(path, "want an object, not %s", shortened(string(text)))
	}
}

// value reads the value of a member.
func (r *objectReader) value(m member, text json.RawMessage) {
	if m.read == nil {
		return
	}
	err := errors.New("null")
	if string(text) != "null" {
		err = m.read(text)
	}
	if syntax := (*ParseError)(nil); errors.As(err, &syntax) {
		r.refuse(m.path, "%v", syntax)
	} else if err != nil {
		r.refuse(m.path, "want %s, not %s", m.want, shortened(string(text)))
	}
}
