package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// twice is a program with one command that doubles a number.
func twice() *Command {
	return &Command{
		Name:  "twice",
		Usage: "Usage: twice of [-n N]\n",
		Notes: "It is for tests.\n",
		Commands: []*Command{{
			Name:  "of",
			Usage: "Usage: twice of [-n N]\n\nDoubles a number.\n",
			Notes: "Example: twice of -n 4\n",
			Setup: func(f *Flags) Action {
				n := f.Int("n", 1, "the `number`")
				return func(ctx context.Context, env Env, args []string) error {
					switch {
					case *n == 13:
						return No.Errorf("%d is unlucky", *n)
					case *n == 14:
						return No.Quiet()
					case *n == 15:
						return context.Canceled
					case *n == 16:
						_, err := os.Open("there/is/no/such/file")
						return err
					case *n == 17:
						return errors.New("broken")
					}
					fmt.Fprintln(env.Stdout, 2**n)
					return nil
				}
			},
		}},
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args      string
		status    Status
		out, errs string // what the outputs contain; "" means that there is none
	}{
		{"of -n 4", OK, "8\n", ""},
		{"of -n 13", No, "", "twice of: 13 is unlucky\n"},
		{"of -n 14", No, "", ""},
		{"of -n 15", Unfinished, "", "twice of: stopped\n"},
		{"of -n 16", Misuse, "", "twice of: open there/is/no/such/file"},
		{"of -n 17", No, "", "twice of: broken\n"},
		{"of -n many", Misuse, "", "twice of: invalid value \"many\" for flag -n: parse error; twice of -h prints the help\n"},
		{"of -m 4", Misuse, "", "twice of: flag provided but not defined: -m; twice of -h prints the help\n"},
		{"of -h", OK, "Flags:\n  -n number\n", ""},
		{"of -h", OK, "Example: twice of -n 4\n", ""},
		{"-h", OK, "Usage: twice of [-n N]\n\nIt is for tests.\n", ""},
		{"help", OK, "Usage:", ""},
		{"", Misuse, "", "Usage:"},
		{"over", Misuse, "", "twice: there is no command \"over\"; twice -h prints the help\n"},
	} {
		var out, errs bytes.Buffer
		status := twice().Run(context.Background(), strings.Fields(c.args), Env{nil, &out, &errs})
		if status != c.status {
			t.Errorf("%q: status %d, want %d", c.args, status, c.status)
		}
		for _, o := range []struct{ name, got, want string }{{"output", out.String(), c.out}, {"errors", errs.String(), c.errs}} {
			if !strings.Contains(o.got, o.want) || (o.want == "") != (o.got == "") {
				t.Errorf("%q: %s %q, want %q in it", c.args, o.name, o.got, o.want)
			}
		}
	}
}

func TestSharedFlags(t *testing.T) {
	c := &Command{Name: "x", Usage: "Usage: x\n", Setup: func(f *Flags) Action {
		sets, j, memory := f.RuleSets("federation,walker"), f.Jobs(), f.Memory(64<<20, "for tests")
		progress := f.Progress()
		return func(ctx context.Context, env Env, args []string) error {
			v, err := sets()
			if err != nil {
				return err
			}
			fmt.Fprintln(env.Stdout, len(v), *j, *memory, progress.On())
			return nil
		}
	}}
	for _, x := range []struct {
		args string
		want Status
		says string
	}{
		{"-j 2 -memory 1K", OK, "2 2 1024 false\n"},
		{"-j 1 -rules legacy -progress", OK, "1 1 67108864 true\n"},
		{"-j 1 -rules all", OK, "50 1 67108864 false\n"},
		{"-j 0", Misuse, "want a number from 1 to 1000"},
		{"-j 1001", Misuse, "want a number from 1 to 1000"},
		{"-memory 4IB", Misuse, "is no size"},
		{"-rules nowhere", Misuse, "x: -rules: "},
		{"-h", OK, "(default 64M)"},
	} {
		var both bytes.Buffer
		if status := c.Run(context.Background(), strings.Fields(x.args), Env{nil, &both, &both}); status != x.want || !strings.Contains(both.String(), x.says) {
			t.Errorf("%q: status %d, %q; want %d, %q", x.args, status, both.String(), x.want, x.says)
		}
	}
}

func TestProgressInAPipe(t *testing.T) {
	var out bytes.Buffer
	p := &Progress{out: &out, on: true}
	p.Showf("1 of 3")
	p.Showf("2 of 3") // too soon
	p.shown = time.Now().Add(-time.Minute)
	p.Showf("3 of 3")
	p.Done()
	if got, want := out.String(), "3 of 3\n"; got != want {
		t.Errorf("progress is %q, want %q", got, want)
	}
	var none *Progress
	none.Showf("nothing")
	none.Done()
	(&Progress{}).Showf("nothing")
}
