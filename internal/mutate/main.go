// Command mutate changes the rules' code in one place at a time and runs the root
// package's tests on each such mutant: one that they pass is either a test that is
// missing or a change that makes no difference. It is run by hand; CONTRIBUTING
// reports what it found. The files stay as they are (go test -overlay).
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const usage = `Usage: go run ./internal/mutate [-j N] [-only TEXT] [-list] [FILE.go …]

Makes one change at a time in the files (default capture.go, repetition.go and
board.go): an operator, a number, a condition, one side's pieces for the other's,
an assignment left out. It asks each the conformance cases, then runs the root
package's tests on it, and lists the mutants that pass. Those known to make
no difference stand, with the reason, in internal/mutate/equivalent.txt.

Exit status: 0 if every mutant is caught or known, 1 if not, 2 for wrong use.

`

// mutant is one change of one file.
type mutant struct {
	file     string
	from, to int    // offsets of what is replaced
	text     string // by what
	line     int
	within   string // the function it is in
	old      string
	source   string // the line of code, as it is
}

// String returns what identifies the mutant however the lines move.
func (m *mutant) String() string {
	return fmt.Sprintf("%s %s: %s: %q for %q", m.file, m.within, m.source, m.text, m.old)
}

func main() {
	jobs := flag.Int("j", 2, "mutants at a time")
	only := flag.String("only", "", "only mutants whose description contains `TEXT`")
	list := flag.Bool("list", false, "list the mutants and run nothing")
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), usage); flag.PrintDefaults() }
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files = []string{"capture.go", "repetition.go", "board.go"}
	}
	survivors, err := run(files, *only, *list, max(1, *jobs))
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case survivors > 0:
		os.Exit(1)
	}
}

func run(files []string, only string, list bool, jobs int) (survivors int, err error) {
	known, err := readKnown(filepath.Join("internal", "mutate", "equivalent.txt"))
	if err != nil {
		return 0, err
	}
	var mutants []mutant
	sources := map[string][]byte{}
	for _, file := range files {
		if sources[file], err = os.ReadFile(file); err != nil {
			return 0, err
		}
		found, err := mutantsOf(file, sources[file])
		if err != nil {
			return 0, err
		}
		mutants = append(mutants, found...)
	}
	mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return !strings.Contains(m.String(), only) })
	if list {
		for _, m := range mutants {
			fmt.Printf("%s:%d: %v\n", m.file, m.line, &m)
		}
		return 0, nil
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	counts := map[string]int{}
	var mu sync.Mutex
	next := make(chan int)
	var wg sync.WaitGroup
	start := time.Now()
	for job := range jobs {
		wg.Go(func() {
			for i := range next {
				m := &mutants[i]
				outcome, err := try(ctx, filepath.Join(dir, strconv.Itoa(job)), m, sources[m.file])
				mu.Lock()
				switch reason, ok := known[m.String()]; {
				case err != nil:
					fmt.Fprintln(os.Stderr, "mutate:", err)
					counts["not run"]++
				case outcome == "survived" && ok:
					counts["known to make no difference"]++
				case outcome == "survived":
					survivors++
					counts[outcome]++
					fmt.Printf("%s:%d: survived: %v\n", m.file, m.line, m)
				case ok:
					counts[outcome]++
					fmt.Printf("%s:%d: caught, though %s: %v\n", m.file, m.line, reason, m)
				default:
					counts[outcome]++
				}
				done := 0
				for _, n := range counts {
					done += n
				}
				if done%20 == 0 {
					fmt.Fprintf(os.Stderr, "%d of %d after %v\n", done, len(mutants), time.Since(start).Round(time.Second))
				}
				mu.Unlock()
			}
		})
	}
	for i := range mutants {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	fmt.Printf("%d mutants in %v:", len(mutants), time.Since(start).Round(time.Second))
	for _, what := range []string{"caught", "does not compile", "known to make no difference", "survived", "not run"} {
		fmt.Printf(" %d %s;", counts[what], what)
	}
	fmt.Println()
	return survivors, ctx.Err()
}

// readKnown reads the mutants that make no difference: a description, and indented
// under it the reason.
func readKnown(name string) (map[string]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := map[string]string{}
	last := ""
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		switch {
		case line == "" || line[0] == '#':
		case line[0] == ' ' || line[0] == '\t':
			known[last] = strings.TrimSpace(known[last] + " " + strings.TrimSpace(line))
		default:
			last = line
			known[last] = ""
		}
	}
	for m, reason := range known {
		if reason == "" {
			return nil, fmt.Errorf("%s: no reason under %q", name, m)
		}
	}
	return known, nil
}

// others is what an operator becomes.
var others = map[token.Token][]token.Token{
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR, token.AND_NOT}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.ADD: {token.SUB}, token.SUB: {token.ADD},
	token.MUL: {token.ADD}, token.QUO: {token.MUL}, token.REM: {token.QUO},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.OR_ASSIGN},
	token.AND_NOT_ASSIGN: {token.AND_ASSIGN}, token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// twins is what a name becomes that has a counterpart.
var twins = map[string]string{
	"attackers": "defenders", "defenders": "attackers", "Attackers": "Defenders", "Defenders": "Attackers",
	"notA": "notG", "notG": "notA", "HammerOnly": "AnvilOnly", "AnvilOnly": "HammerOnly",
	"noStop": "noPass", "noPass": "noStop", "From": "To", "To": "From", "true": "false", "false": "true",
	"WhenEmpty": "Always", "Always": "WhenEmpty",
}

// mutantsOf returns the changes to try in a file, in its order.
func mutantsOf(name string, source []byte) (all []mutant, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, 0)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(source), "\n")
	within := ""
	add := func(pos token.Pos, length int, text string) {
		p := fset.Position(pos)
		all = append(all, mutant{
			file: name, from: p.Offset, to: p.Offset + length, text: text, line: p.Line, within: within,
			old: string(source[p.Offset : p.Offset+length]), source: strings.TrimSpace(lines[p.Line-1]),
		})
	}
	operator := func(pos token.Pos, op token.Token) {
		for _, other := range others[op] {
			add(pos, len(op.String()), other.String())
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name == "Error" { // what an error says is no rule
			continue
		}
		within = f.Name.Name
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				operator(n.OpPos, n.Op)
			case *ast.IncDecStmt:
				operator(n.TokPos, n.Tok)
			case *ast.AssignStmt:
				operator(n.TokPos, n.Tok)
				if n.Tok != token.DEFINE && len(n.Lhs) == 1 {
					add(n.Pos(), int(n.End()-n.Pos()), "")
				}
			case *ast.UnaryExpr:
				if n.Op == token.NOT {
					add(n.OpPos, 1, "")
				}
			case *ast.IfStmt:
				add(n.Cond.Pos(), int(n.Cond.End()-n.Cond.Pos()), "false")
			case *ast.BasicLit:
				if v, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
					add(n.Pos(), len(n.Value), strconv.Itoa(v+1))
				}
			case *ast.Ident:
				if twin, ok := twins[n.Name]; ok {
					add(n.Pos(), len(n.Name), twin)
				}
			}
			return true
		})
	}
	return all, nil
}

// try runs the tests on a mutant in a directory of its own: first a program that
// answers the conformance cases, which is built much sooner, then the tests.
func try(ctx context.Context, dir string, m *mutant, source []byte) (outcome string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	here, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	changed, binary := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "mutant.test")
	text := slices.Concat(source[:m.from], []byte(m.text), source[m.to:])
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {here: changed}})
	if err != nil {
		return "", err
	}
	over := filepath.Join(dir, "overlay.json")
	err = errors.Join(os.WriteFile(changed, text, 0o666), os.WriteFile(over, overlay, 0o666))
	if err != nil {
		return "", err
	}
	run := func(limit time.Duration, args ...string) bool {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return exec.CommandContext(ctx, args[0], args[1:]...).Run() == nil
	}
	// What runs a mutant has little memory: one that never ends may ask for all of it.
	test := func(limit time.Duration, args ...string) bool {
		return run(limit, append([]string{"sh", "-c", `ulimit -v 4194304; exec "$0" "$@"`, binary}, args...)...)
	}
	if !run(5*time.Minute, "go", "build", "-overlay", over, "-o", binary, "./internal/mutate/quick") {
		return "does not compile", ctx.Err()
	}
	if !test(20 * time.Second) {
		return "caught", ctx.Err() // one that hangs is caught as well
	}
	if !run(5*time.Minute, "go", "test", "-c", "-vet=off", "-overlay", over, "-o", binary, ".") {
		return "does not compile", ctx.Err()
	}
	for i, tests := range [][]string{
		{"-test.short", "-test.run", "Line|Game|Differential|Moves"}, // those that catch most come first
		{"-test.short"},
		{},
	} {
		if !test(time.Duration(i*i+1)*time.Minute, append([]string{"-test.failfast", "-rapid.nofailfile"}, tests...)...) {
			return "caught", ctx.Err()
		}
	}
	return "survived", ctx.Err()
}
