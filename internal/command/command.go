// Package command is the frame of every program in this repository, so that help,
// mistakes, shared flags, progress and exit statuses mean the same everywhere:
//
//   - -h prints the help on standard output and ends with status 0.
//   - Mistakes are one line on standard error that begins with the program's name.
//   - The exit statuses are those of [Status].
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
)

// Status is the exit status of a program.
type Status int

// The exit statuses of all programs.
const (
	OK         Status = 0 // done, and where something was asked the answer is yes
	No         Status = 1 // done, and the answer is no: an illegal move, a difference, no proof
	Misuse     Status = 2 // a mistake in the command line or in a file that it names
	Unfinished Status = 3 // not done: stopped by a signal or a limit, or input or output broke
)

// Env is what a program reads and writes.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Command is a program, or one of the commands of a program.
type Command struct {
	// Name is the command as it is typed: "perft", and "check" below "prove".
	Name string
	// Usage is the help before the flags. It begins with "Usage: ".
	Usage string
	// Notes is the help after the flags: exit statuses, examples.
	Notes string
	// Setup declares the flags and returns what runs once they are parsed. It is
	// called for each run, so the flags can be its local variables.
	Setup func(f *Flags) Action
	// Commands are the commands of a program that has several; Setup is then nil.
	Commands []*Command
}

// Action does the work of a command with the arguments that are not flags. Its
// error decides the exit status: see [Error].
type Action func(ctx context.Context, env Env, args []string) error

// Error is an error with the exit status that it leads to. Of other errors,
// those about files ([fs.PathError]) lead to [Misuse], cancelled contexts to
// [Unfinished], and the rest to [No].
type Error struct {
	Status Status
	Err    error // nil if there is nothing to print
}

// Error returns the message of the error.
func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit status %d", e.Status)
	}
	return e.Err.Error()
}

// Unwrap returns the error without its status.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error with an exit status.
func (s Status) Errorf(format string, args ...any) error {
	return &Error{s, fmt.Errorf(format, args...)}
}

// Wrap returns err with an exit status, or nil for nil.
func (s Status) Wrap(err error) error {
	if err == nil {
		return nil
	}
	return &Error{s, err}
}

// Quiet returns an error that ends a program with the status and prints nothing.
func (s Status) Quiet() error { return &Error{Status: s} }

// statusOf returns the exit status that an error leads to.
func statusOf(err error) Status {
	var own *Error
	var file *fs.PathError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return OK
	case errors.As(err, &own):
		return own.Status
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Unfinished
	case errors.As(err, &file):
		return Misuse
	}
	return No
}

// Main runs a command as the program and exits. The context is cancelled by an
// interrupt or SIGTERM; a second signal ends the program at once.
func (c *Command) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(int(c.Run(ctx, os.Args[1:], Env{os.Stdin, os.Stdout, os.Stderr})))
}

// Run runs a command with its arguments and returns the exit status.
func (c *Command) Run(ctx context.Context, args []string, env Env) Status {
	return c.run(ctx, c.Name, args, env)
}

func (c *Command) run(ctx context.Context, name string, args []string, env Env) Status {
	if c.Setup == nil {
		return c.choose(ctx, name, args, env)
	}
	f := &Flags{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError), env: env}
	f.SetOutput(io.Discard) // Parse would print each mistake with all of the help
	action := c.Setup(f)
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(env.Stdout, "%s\nFlags:\n", c.Usage)
		f.SetOutput(env.Stdout)
		f.PrintDefaults()
		if c.Notes != "" {
			fmt.Fprintf(env.Stdout, "\n%s", c.Notes)
		}
		return OK
	case err != nil:
		err = Misuse.Errorf("%w; %s -h prints the help", err, name)
	default:
		err = action(ctx, env, f.Args())
	}
	status := statusOf(err)
	if own := (*Error)(nil); status != OK && !(errors.As(err, &own) && own.Err == nil) {
		if errors.Is(err, context.Canceled) {
			err = errors.New("stopped")
		}
		fmt.Fprintf(env.Stderr, "%s: %v\n", name, err)
	}
	return status
}

// choose runs the command that the first argument names.
func (c *Command) choose(ctx context.Context, name string, args []string, env Env) Status {
	if len(args) == 0 {
		fmt.Fprint(env.Stderr, c.Usage)
		return Misuse
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(env.Stdout, c.Usage)
		if c.Notes != "" {
			fmt.Fprintf(env.Stdout, "\n%s", c.Notes)
		}
		return OK
	}
	for _, sub := range c.Commands {
		if sub.Name == args[0] {
			return sub.run(ctx, name+" "+sub.Name, args[1:], env)
		}
	}
	fmt.Fprintf(env.Stderr, "%s: there is no command %q; %s -h prints the help\n", name, args[0], name)
	return Misuse
}
