package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Store keeps tables and what happened at them. An update that has returned is on
// disk. Several goroutines, and with PostgreSQL several programs, may use one.
type Store interface {
	// Create adds tables with their first events, all or none.
	Create(ctx context.Context, tables ...*table) error
	// Load returns a table, which its caller must not change. It returns errGone
	// for a name that no table has.
	Load(ctx context.Context, id string) (*table, error)
	// Update changes a table: change gets a copy, which nobody else changes at the
	// same time anywhere, and returns what happened. An error of change is
	// returned, and nothing is changed then.
	Update(ctx context.Context, id string, change func(*table) (event, error)) (*table, error)
	// Events returns what happened at a table after a version, in order.
	Events(ctx context.Context, id string, after int64) ([]storedEvent, error)
	// List returns tables in a state, or in any if it is empty, newest first:
	// at most limit, from the one after the number on.
	List(ctx context.Context, state string, after int64, limit int) ([]listed, error)
	// Known reports whether a token is one of any table's.
	Known(ctx context.Context, tokenHash string) (bool, error)
	// Due returns tables whose clock has fallen or, to compute, whose computer is to
	// move; each of the latter is then left alone by other callers for a while.
	Due(ctx context.Context, now time.Time, limit int) (fallen, thinking []string, err error)
	// Changed returns a channel of the names of changed tables. It may name one
	// more often than needed; "" stands for any, after a loss of connection.
	Changed() <-chan string
	// Ping reports whether the database answers.
	Ping(ctx context.Context) error
	Close() error
}

// storedEvent is an event of a table as clients get it.
type storedEvent struct {
	Version int64
	Kind    string
	Data    []byte // JSON
}

// listed is a table in a list.
type listed struct {
	Number int64
	Table  *table
}

// lease is how long one instance has for the computer's move before another tries.
const lease = 30 * time.Second

// row is what the store keeps of a table beside its JSON, to find it by.
type row struct {
	state string
	due   sql.NullInt64 // when the clock falls, in milliseconds since 1970
	think sql.NullInt64 // from when on the computer's move may be computed
	data  []byte
}

func rowOf(t *table) (r row, err error) {
	r.state = t.state()
	if at, ok := t.due(); ok {
		r.due = sql.NullInt64{Int64: at.UnixMilli(), Valid: true}
	}
	r.think.Valid = t.thinks()
	r.data, err = t.marshal()
	return r, err
}

// sqlStore is what both databases share: the statements and the way they are used.
// They differ in a few words and in who is told of changes.
type sqlStore struct {
	db       *sql.DB
	postgres bool
	cache    cache
	changed  chan string
}

const schema = `
CREATE TABLE IF NOT EXISTS games (
	number  %s,
	id      TEXT NOT NULL UNIQUE,
	version BIGINT NOT NULL,
	state   TEXT NOT NULL,
	due     BIGINT,
	think   BIGINT,
	data    %s NOT NULL
);
CREATE INDEX IF NOT EXISTS games_state ON games (state, number);
CREATE INDEX IF NOT EXISTS games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS games_think ON games (think) WHERE think IS NOT NULL;
CREATE TABLE IF NOT EXISTS events (
	game    TEXT NOT NULL,
	version BIGINT NOT NULL,
	kind    TEXT NOT NULL,
	data    %[2]s NOT NULL,
	PRIMARY KEY (game, version)
);
CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY);
`

// q returns a statement with the parameters of the database: $1 in PostgreSQL, ?1
// in SQLite.
func (s *sqlStore) q(statement string) string {
	if s.postgres {
		return statement
	}
	return strings.ReplaceAll(statement, "$", "?")
}

// migrate makes the tables of the database.
func (s *sqlStore) migrate(ctx context.Context) error {
	number, blob := "INTEGER PRIMARY KEY AUTOINCREMENT", "BLOB"
	if s.postgres {
		number, blob = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "BYTEA"
	}
	statements := fmt.Sprintf(schema, number, blob)
	if s.postgres { // several instances may start at once
		statements = "SELECT pg_advisory_xact_lock(7707);" + statements
	}
	_, err := s.db.ExecContext(ctx, statements)
	return err
}

// querier is a database or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// insert adds a table in a transaction.
func (s *sqlStore) insert(ctx context.Context, tx querier, t *table) error {
	r, err := rowOf(t)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, s.q(`INSERT INTO games (id, version, state, due, think, data) VALUES ($1, $2, $3, $4, $5, $6)`),
		t.ID, t.Version, r.state, r.due, r.think, r.data); err != nil {
		return err
	}
	return s.addTokens(ctx, tx, t)
}

// addTokens makes the tokens of a table known.
func (s *sqlStore) addTokens(ctx context.Context, tx querier, t *table) error {
	for _, seat := range t.Seats {
		if seat.Token != "" {
			if _, err := tx.ExecContext(ctx, s.q(`INSERT INTO tokens (hash) VALUES ($1) ON CONFLICT DO NOTHING`), seat.Token); err != nil {
				return err
			}
		}
	}
	return nil
}

// change does one update in a transaction, without committing it. A table that it
// returns is new and belongs into the cache once the transaction is committed.
func (s *sqlStore) change(ctx context.Context, tx querier, id string, change func(*table) (event, error)) (*table, error) {
	old, err := s.read(ctx, tx, id, s.postgres)
	if err != nil {
		return nil, err
	}
	t := old.clone()
	e, err := change(t)
	if err != nil {
		return old, err
	}
	t.Version++
	data, err := e.marshal(t)
	if err != nil {
		return old, err
	}
	r, err := rowOf(t)
	if err != nil {
		return old, err
	}
	if _, err := tx.ExecContext(ctx, s.q(`UPDATE games SET version = $1, state = $2, due = $3, think = $4, data = $5 WHERE id = $6`),
		t.Version, r.state, r.due, r.think, r.data, id); err != nil {
		return old, err
	}
	if _, err := tx.ExecContext(ctx, s.q(`INSERT INTO events (game, version, kind, data) VALUES ($1, $2, $3, $4)`),
		id, t.Version, e.Kind, data); err != nil {
		return old, err
	}
	if t.Seats != old.Seats {
		if err := s.addTokens(ctx, tx, t); err != nil {
			return old, err
		}
	}
	if t.Next != "" && old.Next == "" {
		next, err := t.rematch(e.at)
		if err == nil {
			err = s.insert(ctx, tx, next)
		}
		if err != nil {
			return old, err
		}
	}
	return t, nil
}

// read returns a table: from the cache if the database has no newer version.
func (s *sqlStore) read(ctx context.Context, tx querier, id string, lock bool) (*table, error) {
	forUpdate := ""
	if lock {
		forUpdate = " FOR UPDATE"
	}
	if t := s.cache.get(id); t != nil {
		var version int64
		err := tx.QueryRowContext(ctx, s.q(`SELECT version FROM games WHERE id = $1`+forUpdate), id).Scan(&version)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil, errGone
		case err != nil:
			return nil, err
		case version == t.Version:
			return t, nil
		}
	}
	var data []byte
	var version int64
	switch err := tx.QueryRowContext(ctx, s.q(`SELECT version, data FROM games WHERE id = $1`+forUpdate), id).Scan(&version, &data); {
	case errors.Is(err, sql.ErrNoRows):
		return nil, errGone
	case err != nil:
		return nil, err
	}
	t, err := unmarshal(data)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	if t.ID != id || t.Version != version {
		return nil, fmt.Errorf("game %s: its row is not what was written", id)
	}
	return t, nil
}

// Load returns a table.
func (s *sqlStore) Load(ctx context.Context, id string) (*table, error) {
	t, err := s.read(ctx, s.db, id, false)
	if err == nil {
		s.cache.put(t)
	}
	return t, err
}

// Events returns what happened at a table after a version.
func (s *sqlStore) Events(ctx context.Context, id string, after int64) ([]storedEvent, error) {
	rows, err := s.db.QueryContext(ctx, s.q(`SELECT version, kind, data FROM events WHERE game = $1 AND version > $2 ORDER BY version`), id, after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var events []storedEvent
	for rows.Next() {
		var e storedEvent
		if err := rows.Scan(&e.Version, &e.Kind, &e.Data); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, rows.Err()
}

// List returns a page of tables, the newest first.
func (s *sqlStore) List(ctx context.Context, state string, after int64, limit int) ([]listed, error) {
	if after <= 0 {
		after = 1<<63 - 1
	}
	query, args := `SELECT number, data FROM games WHERE number < $1 ORDER BY number DESC LIMIT $2`, []any{after, limit}
	if state != "" {
		query, args = `SELECT number, data FROM games WHERE number < $1 AND state = $3 ORDER BY number DESC LIMIT $2`, append(args, state)
	}
	rows, err := s.db.QueryContext(ctx, s.q(query), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []listed
	for rows.Next() {
		var l listed
		var data []byte
		if err := rows.Scan(&l.Number, &data); err != nil {
			return nil, err
		}
		if l.Table, err = unmarshal(data); err != nil {
			continue // its own page says what is wrong with it
		}
		list = append(list, l)
	}
	return list, rows.Err()
}

// Known reports whether a token is one of any table's.
func (s *sqlStore) Known(ctx context.Context, hash string) (bool, error) {
	var one int
	err := s.db.QueryRowContext(ctx, s.q(`SELECT 1 FROM tokens WHERE hash = $1`), hash).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Due returns tables whose clock has fallen, and those whose computer is to move.
func (s *sqlStore) Due(ctx context.Context, now time.Time, limit int) (fallen, thinking []string, err error) {
	fallen, err = s.ids(ctx, `SELECT id FROM games WHERE due <= $1 ORDER BY due LIMIT $2`, now.UnixMilli(), limit)
	if err != nil {
		return nil, nil, err
	}
	candidates, err := s.ids(ctx, `SELECT id FROM games WHERE think <= $1 ORDER BY think LIMIT $2`, now.UnixMilli(), limit)
	for _, id := range candidates {
		r, err := s.db.ExecContext(ctx, s.q(`UPDATE games SET think = $1 WHERE id = $2 AND think <= $3`), now.Add(lease).UnixMilli(), id, now.UnixMilli())
		if err != nil {
			return fallen, thinking, err
		}
		if n, _ := r.RowsAffected(); n == 1 {
			thinking = append(thinking, id)
		}
	}
	return fallen, thinking, err
}

// ids returns the names of tables that a query finds.
func (s *sqlStore) ids(ctx context.Context, query string, args ...any) (ids []string, err error) {
	rows, err := s.db.QueryContext(ctx, s.q(query), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Changed returns the channel of changed tables.
func (s *sqlStore) Changed() <-chan string { return s.changed }

// Ping reports whether the database answers.
func (s *sqlStore) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// tell names a changed table to whoever listens. Where nobody keeps up, the
// listener looks at everything.
func (s *sqlStore) tell(id string) {
	select {
	case s.changed <- id:
	default:
		select {
		case s.changed <- "":
		default:
		}
	}
}

// cache keeps the tables that were used last, so that a move need not read its
// game's JSON. What it holds is never changed.
type cache struct {
	mu     sync.Mutex
	tables map[string]*table
}

const cached = 4096

func (c *cache) get(id string) *table {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tables[id]
}

func (c *cache) put(t *table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.tables[t.ID]; old != nil && old.Version >= t.Version {
		return
	}
	if c.tables == nil {
		c.tables = map[string]*table{}
	}
	for id := range c.tables {
		if len(c.tables) < cached {
			break
		}
		delete(c.tables, id) // any one: maps have no order
	}
	c.tables[t.ID] = t
}

// clear forgets everything.
func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.tables)
}
