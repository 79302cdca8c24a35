package main

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresStore keeps tables in PostgreSQL. A row lock decides between instances,
// and LISTEN/NOTIFY tells each of them what the others have changed.
type postgresStore struct {
	sqlStore
	pool *pgxpool.Pool
	stop context.CancelFunc
	gone chan struct{} // the listener has ended
}

// channel is the name of the notifications.
const channel = "brandubh_games"

// openPostgres connects to the database.
func openPostgres(ctx context.Context, address string) (*postgresStore, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	listening, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &postgresStore{
		sqlStore: sqlStore{db: stdlib.OpenDBFromPool(pool), postgres: true, changed: make(chan string, 1024)},
		pool:     pool, stop: stop, gone: make(chan struct{}),
	}
	if err := s.migrate(ctx); err != nil {
		stop()
		close(s.gone)
		return nil, errors.Join(err, s.Close())
	}
	go s.listen(listening)
	return s, nil
}

// Create adds tables.
func (s *postgresStore) Create(ctx context.Context, tables ...*table) error {
	_, err := s.transact(ctx, func(tx querier) (*table, error) {
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
func (s *postgresStore) Update(ctx context.Context, id string, change func(*table) (event, error)) (*table, error) {
	return s.transact(ctx, func(tx querier) (*table, error) { return s.change(ctx, tx, id, change) })
}

// transact does a change in a transaction of its own. It goes on when its caller
// goes away: whether it is done must not be left open.
func (s *postgresStore) transact(ctx context.Context, do func(tx querier) (*table, error)) (*table, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // does nothing after Commit
	t, err := do(tx)
	if err != nil {
		return t, err
	}
	if _, err := tx.ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, t.ID); err != nil {
		return nil, err
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	s.cache.put(t)
	return t, nil
}

// listen passes on what any instance has changed, for as long as the store is open.
func (s *postgresStore) listen(ctx context.Context) {
	defer close(s.gone)
	for ctx.Err() == nil {
		if err := s.listenOnce(ctx); err != nil && ctx.Err() == nil {
			s.tell("") // something may have been missed
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
	}
}

// listenOnce listens until the connection breaks.
func (s *postgresStore) listenOnce(ctx context.Context) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	s.tell("") // changes may have come before the LISTEN
	for {
		n, err := conn.Conn().WaitForNotification(ctx)
		if err != nil {
			return err
		}
		s.tell(n.Payload)
	}
}

// Close closes the connections.
func (s *postgresStore) Close() error {
	s.stop()
	<-s.gone
	err := s.db.Close()
	s.pool.Close()
	return err
}
