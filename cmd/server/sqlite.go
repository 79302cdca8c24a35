package main

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// sqliteStore keeps tables in a file. One goroutine writes: it gathers what waits
// into one transaction, so that one sync of the disk serves many moves.
type sqliteStore struct {
	sqlStore
	writer *sql.DB
	conn   *preparing // the writer's one connection
	queue  chan *write
	done   chan struct{}
	closed chan struct{} // the writer has ended
	once   sync.Once
}

// write is a change that waits for the next transaction.
type write struct {
	ctx    context.Context
	do     func(tx querier) (*table, error)
	result *table
	err    error
	done   chan struct{}
}

// maxBatch bounds the changes in one transaction.
const maxBatch = 512

// openSQLite opens the file, and makes it if it is not there.
func openSQLite(ctx context.Context, file string) (*sqliteStore, error) {
	// A commit returns once the log is on disk (synchronous FULL), and readers do
	// not wait for the writer (WAL).
	dsn := "file:" + (&url.URL{Path: file}).EscapedPath() + "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate"
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	writer, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.SetMaxOpenConns(4)
	writer.SetMaxOpenConns(1)
	s := &sqliteStore{
		sqlStore: sqlStore{db: db, changed: make(chan string, 1024)},
		writer:   writer, queue: make(chan *write, maxBatch), done: make(chan struct{}), closed: make(chan struct{}),
	}
	conn, err := writer.Conn(ctx)
	if err == nil {
		s.conn = &preparing{conn, map[string]*sql.Stmt{}}
		err = s.migrate(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close(), writer.Close())
	}
	go s.write()
	return s, nil
}

// Create adds tables.
func (s *sqliteStore) Create(ctx context.Context, tables ...*table) error {
	_, err := s.submit(ctx, func(tx querier) (*table, error) {
		for _, t := range tables {
			if err := s.insert(ctx, tx, t); err != nil {
				return nil, err
			}
		}
		return tables[len(tables)-1], nil
	})
	return err
}

// Update changes a table.
func (s *sqliteStore) Update(ctx context.Context, id string, change func(*table) (event, error)) (*table, error) {
	return s.submit(ctx, func(tx querier) (*table, error) { return s.change(ctx, tx, id, change) })
}

var errClosed = errors.New("the store is closed")

// submit hands a change to the writer and waits until it is on disk.
func (s *sqliteStore) submit(ctx context.Context, do func(tx querier) (*table, error)) (*table, error) {
	w := &write{ctx: context.WithoutCancel(ctx), do: do, done: make(chan struct{})}
	select {
	case s.queue <- w:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.done:
		return nil, errClosed
	}
	select {
	case <-w.done:
		return w.result, w.err
	case <-s.closed:
		return nil, errClosed
	}
}

// write is the goroutine that writes.
func (s *sqliteStore) write() {
	defer close(s.closed)
	for {
		var batch []*write
		select {
		case w := <-s.queue:
			batch = append(batch, w)
		case <-s.done:
			return
		}
		for len(batch) < maxBatch && len(s.queue) > 0 {
			batch = append(batch, <-s.queue)
		}
		s.commit(batch)
	}
}

// commit does the changes of a batch in one transaction. A change that its own
// rules refuse leaves the others alone; an error of the database fails them all.
func (s *sqliteStore) commit(batch []*write) {
	fail := func(err error) {
		for _, w := range batch {
			w.result, w.err = nil, err
			close(w.done)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := s.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		fail(err)
		return
	}
	for _, w := range batch {
		if w.result, w.err = s.one(ctx, w); w.err == nil && w.result != nil {
			s.cache.put(w.result) // later changes of the batch build on it
		}
	}
	if _, err := s.conn.ExecContext(ctx, "COMMIT"); err != nil {
		_, _ = s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // fails if the error has ended it already
		s.cache.clear()                                                   // what was put there is not so
		fail(err)
		return
	}
	for _, w := range batch {
		if w.err == nil && w.result != nil {
			s.tell(w.result.ID)
		}
		close(w.done)
	}
}

// one does one change, and takes back what it has written if it fails halfway.
func (s *sqliteStore) one(ctx context.Context, w *write) (*table, error) {
	if _, err := s.conn.ExecContext(ctx, "SAVEPOINT one"); err != nil {
		return nil, err
	}
	t, err := w.do(s.conn)
	if err != nil {
		if _, e := s.conn.ExecContext(ctx, "ROLLBACK TO one"); e != nil {
			return t, e
		}
	}
	if _, e := s.conn.ExecContext(ctx, "RELEASE one"); err == nil {
		err = e
	}
	return t, err
}

// preparing is a connection that prepares each statement once.
type preparing struct {
	conn       *sql.Conn
	statements map[string]*sql.Stmt
}

// statement returns the prepared statement for a query.
func (p *preparing) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := p.statements[query]; s != nil {
		return s, nil
	}
	s, err := p.conn.PrepareContext(ctx, query)
	if err == nil {
		p.statements[query] = s
	}
	return s, err
}

// ExecContext runs a statement.
func (p *preparing) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryRowContext runs a query that finds one row at most.
func (p *preparing) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.conn.QueryRowContext(ctx, query, args...) // which says what is wrong
	}
	return s.QueryRowContext(ctx, args...)
}

// Close waits for the changes that are being written and closes the file.
func (s *sqliteStore) Close() error {
	s.once.Do(func() { close(s.done) })
	<-s.closed
	return errors.Join(s.conn.conn.Close(), s.writer.Close(), s.db.Close())
}
