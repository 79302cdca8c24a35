// Command server is a game server for Brandubh: an HTTP API, a page to play on, and
// games in SQLite or PostgreSQL.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"example.com/brandubh/internal/command"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "server",
	Usage: `Usage: server [-addr ADDRESS] [-db FILE|postgres://…] [flags]

Serves games of Brandubh: a page to play on and an HTTP API. Without flags it
listens on http://localhost:8080 and keeps its games in brandubh.db.
`,
	Notes: `Exit status: 0 after SIGTERM or Ctrl-C, 2 for a mistake in the command, 3 where the
database or the network broke.

Examples:
  server
  server -addr :80 -db /var/lib/brandubh/games.db
  server -db postgres://brandubh@db/brandubh
`,
	Setup: setup,
}

func setup(f *command.Flags) command.Action {
	addr := f.String("addr", "localhost:8080", "`address` to listen on")
	db := f.String("db", "brandubh.db", "the `database`: a file for SQLite, or postgres://…")
	perSecond := f.Float64("rate", 20, "`requests` a second from one address and for one seat; 0 for no limit, loopback has none")
	limitLoopback := f.Bool("rate-loopback", false, "limit loopback as well")
	streams := f.Int("streams", 20000, "the most `clients` that follow games")
	thinkers := f.Int("thinkers", 2, "how many `games` the computer thinks about at the same time")
	verbose := f.Bool("v", false, "log every request")
	return func(ctx context.Context, env command.Env, args []string) error {
		switch {
		case len(args) > 0:
			return command.Misuse.Errorf("%q is no flag", args[0])
		case *streams < 1 || *thinkers < 1:
			return command.Misuse.Errorf("-streams and -thinkers want 1 or more")
		}
		level := slog.LevelInfo
		if *verbose {
			level = slog.LevelDebug
		}
		log := slog.New(slog.NewTextHandler(env.Stderr, &slog.HandlerOptions{Level: level}))
		store, err := open(ctx, *db)
		if err != nil {
			return command.Unfinished.Errorf("-db: %w", err)
		}
		defer store.Close()
		listener, err := net.Listen("tcp", *addr)
		if err != nil {
			return command.Misuse.Errorf("-addr: %w", err)
		}
		limits := newLimits(*perSecond)
		limits.loopback = *limitLoopback
		fmt.Fprintf(env.Stdout, "http://%s\n", listener.Addr())
		return serve(ctx, listener, store, log, limits, *streams, *thinkers)
	}
}

// open opens the database that the flag names.
func open(ctx context.Context, name string) (Store, error) {
	if strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://") {
		return openPostgres(ctx, name)
	}
	return openSQLite(ctx, name)
}

// serve answers requests until the context ends, then finishes those under way.
func serve(ctx context.Context, listener net.Listener, store Store, log *slog.Logger, limits *limits, streams, thinkers int) error {
	hub := newHub(store, log, streams)
	s := &server{store: store, hub: hub, log: log, metrics: newMetrics(hub.count), limits: limits, now: time.Now, quit: ctx}
	w := &watcher{store: store, log: log, now: time.Now, slots: make(chan struct{}, thinkers)}
	watched := make(chan struct{})
	go func() { defer close(watched); w.run(ctx) }()
	go hub.run(ctx)
	web := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	select {
	case err := <-failed:
		return command.Unfinished.Wrap(err)
	case <-ctx.Done():
	}
	log.Info("shutting down")
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := web.Shutdown(last)
	<-watched
	if errors.Is(err, context.DeadlineExceeded) {
		err = web.Close()
	}
	return command.Unfinished.Wrap(err)
}
