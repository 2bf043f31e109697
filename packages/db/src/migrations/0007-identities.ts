import { sql, type Kysely } from 'kysely'

/** Sign-in by providers: who somebody is there, and the sign-ins that are on their way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A person is (provider, subject) and nothing else. `provider_email` is what the provider said when it was linked:
  // it is shown to its owner and finds nobody.
  await sql`
    create table identities (
      provider text not null check (provider in ('google', 'facebook')),
      subject text not null check (length(subject) between 1 and 255),
      user_id uuid not null references users on delete cascade,
      provider_email text check (length(provider_email) <= 254),
      created_at timestamptz not null default now(),
      primary key (provider, subject),
      unique (user_id, provider)
    )`.execute(db)
  // One row from the start of a sign-in to its end or ten minutes, then it is gone: that is what makes a state good for
  // once. Only the hash of the state is kept. `user_id` is whoever links a provider to their account.
  await sql`
    create table social_states (
      state_hash bytea primary key,
      provider text not null check (provider in ('google', 'facebook')),
      nonce text not null,
      user_id uuid references users on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index social_states_by_expiry on social_states (expires_at)`.execute(db)
}
