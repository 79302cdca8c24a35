package brandubh

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// member is one member that a JSON object may have which is read into a T.
type member[T any] struct {
	// path is its key, after those of the objects it stands in: "king.armed".
	path string
	// want says in words which values it has.
	want string
	// read reads its value, which is sound JSON and not null; nil passes over it,
	// whatever it is.
	read func(to *T, json []byte) error
}

// objectReader reads a JSON object strictly: it knows every member, reads each
// once, and gathers everything that is wrong with its path.
type objectReader[T any] struct {
	to       *T
	members  []member[T]
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
// else, text that is not UTF-8 included. The text is a part of data.
func parseObject(what string, data []byte) ([]byte, error) {
	fail := func(at int, why string) error { return &ParseError{what, string(data), at, why} }
	for at := 0; !utf8.Valid(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return nil, fail(at, "not UTF-8")
		}
		at += size
	}
	if !json.Valid(data) {
		var any json.RawMessage
		err, at := json.Unmarshal(data, &any), len(data)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) && err.Error() != "unexpected end of JSON input" {
			at = int(syntax.Offset) - 1 // Offset counts the byte that is wrong
		}
		return nil, fail(at, err.Error())
	}
	all := bytes.TrimSpace(data) // there is no other space than JSON's
	if all[0] != '{' {
		return nil, fail(0, "want an object")
	}
	return all, nil
}

// elements yields the values of a JSON array, or the keys and values of an object in
// turn. It must be sound JSON.
func elements[T string | []byte](list T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for at := 1; ; {
			for list[at] <= ' ' || list[at] == ',' || list[at] == ':' {
				at++
			}
			if at == len(list)-1 {
				return
			}
			end := valueEnd(list, at)
			if !yield(list[at:end]) {
				return
			}
			at = end
		}
	}
}

// valueEnd returns where the value ends that begins at a place of sound JSON.
func valueEnd[T string | []byte](text T, at int) int {
	for depth := 0; ; at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		default:
			if depth > 0 {
				continue
			}
			for at < len(text) && strings.IndexByte(" \t\r\n,]}", text[at]) < 0 {
				at++
			}
			return at
		}
		if depth == 0 {
			return at + 1
		}
	}
}

// textOf returns what a JSON string says.
func textOf(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var text string
	json.Unmarshal([]byte(quoted), &text)
	return text
}

// has reports whether the object has the member, or the group of members.
func (r *objectReader[T]) has(path string) bool { return r.state[path] != memberUnseen }

// refused reports whether the member, or an object that it stands in, was refused.
func (r *objectReader[T]) refused(path string) bool {
	for ; r.state[path] != memberRefused; path = path[:strings.LastIndexByte(path, '.')] {
		if !strings.Contains(path, ".") {
			return false
		}
	}
	return true
}

// mark keeps what has become of a member.
func (r *objectReader[T]) mark(path string, state memberState) {
	if r.state == nil {
		r.state = map[string]memberState{}
	}
	r.state[path] = state
}

// refuse gathers what is wrong with a member.
func (r *objectReader[T]) refuse(path, why string, args ...any) {
	r.mark(path, memberRefused)
	r.problems.add(path, why, args...)
}

// require refuses a member that is not there.
func (r *objectReader[T]) require(path, want string) {
	if !r.has(path) && !r.refused(path) {
		r.refuse(path, "missing; want %s", want)
	}
}

// object reads the members of an object, which is sound JSON. The prefix is the
// path of the object with a dot, empty for the whole.
func (r *objectReader[T]) object(prefix string, object []byte) {
	var key []byte
	for part := range elements(object) {
		if key == nil {
			key = part
			continue
		}
		path, text := prefix+textOf(string(key)), part
		if strings.Contains(path[len(prefix):], ".") { // no key of ours: a path has the dots
			r.problems.add(path, "unknown field")
		} else {
			r.member(path, text)
		}
		key = nil
	}
}

// member reads one member, or the group of members that stand under a path.
func (r *objectReader[T]) member(path string, text []byte) {
	i := slices.IndexFunc(r.members, func(m member[T]) bool { return m.path == path })
	isGroup := slices.ContainsFunc(r.members, func(m member[T]) bool { return strings.HasPrefix(m.path, path+".") })
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
func (r *objectReader[T]) value(m member[T], text []byte) {
	if m.read == nil {
		return
	}
	if string(text) != "null" {
		err := m.read(r.to, text)
		if err == nil {
			return
		}
		if syntax := (*ParseError)(nil); errors.As(err, &syntax) {
			r.refuse(m.path, "%v", syntax)
			return
		}
	}
	r.refuse(m.path, "want %s, not %s", m.want, shortened(string(text)))
}
