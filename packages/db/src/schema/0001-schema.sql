-- Order: text functions, tables with indexes by feature, circular foreign keys, functions with triggers, initial rows.

create extension if not exists citext;

-- Text functions

-- Applies NFKC and Unicode case folding, like `casefold` of Postgres 18 (ß equals SS), and removes invisible characters
-- (category Cf and default ignorables). Uses ICU, because the database's collation may be C, which folds ASCII only.
create function folded(said text) returns text language sql immutable parallel safe as $$
  select normalize(lower(upper(regexp_replace(normalize(said, NFKC), '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g')
    collate "und-x-icu")), NFKC) $$;

-- Reduces words to English stems. Text in Han, kana and hangul, which Postgres cannot split into words, becomes single
-- characters and pairs of neighbours.
create function search_vector(parts text[]) returns tsvector language sql immutable parallel safe as $$
  with said as (select public.folded(coalesce(array_to_string(parts, ' '), '')) as words)
  select to_tsvector('pg_catalog.english', regexp_replace(words, '[⺀-鿿가-힯豈-﫿]+', ' ', 'g')) ||
    array_to_tsvector(array(
      select distinct piece from regexp_matches(words, '[⺀-鿿가-힯豈-﫿]+', 'g') as run,
        generate_series(1, length(run[1])) as at,
        unnest(array[substr(run[1], at, 1), substr(run[1], at, 2)]) as piece))
  from said $$;

-- The folded name, with Cyrillic and Greek letters replaced by Latin ones that they resemble in upper or lower case.
create function name_skeleton(name text) returns text language sql immutable parallel safe as $$
  select translate(public.folded(name), 'авекмнорстухіїјѕһԁԛԝӏёαβεζηικμνορτυχγ', 'abekmhopctyxiïjshdqwlëabezhikmvoptyxy') $$;

-- A tag's normal form. It is folded, each run of # and spaces becomes one space, and the ends have no spaces.
create function tag_key(tag text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(public.folded(tag), '[#\s]+', ' ', 'g')) $$;

create function tag_keys(tags text[]) returns text[] language sql immutable parallel safe as $$
  select array(select public.tag_key(tag) from unnest(tags) as tag) $$;

-- Users and tenants

-- Studios and brands. Members share their tenant's limits of stored bytes and of renders per month.
create table tenants (
  id uuid primary key,
  name text not null,
  contact text not null default '' check (length(contact) <= 800),
  storage_bytes bigint not null default 107374182400 check (storage_bytes >= 0),
  renders_per_month integer not null default 1000 check (renders_per_month >= 0),
  renders_month date not null default '2000-01-01',
  renders_used integer not null default 0,
  suspended_at timestamptz,
  suspended_reason text check (length(suspended_reason) <= 2000),
  created_at timestamptz not null default now(),
  constraint tenants_suspended_why check ((suspended_at is null) = (suspended_reason is null))
);

create table users (
  id uuid primary key,
  tenant_id uuid references tenants,
  username citext not null unique check (length(username) between 2 and 64),
  email citext unique check (length(email) <= 254),
  email_verified_at timestamptz,
  email_switch boolean not null default true,
  email_refused_at timestamptz,
  email_refused_status integer,
  password_hash text,
  "group" text not null default 'user' check ("group" in ('user', 'admin')),
  language text not null default 'en' check (language in ('en', 'zh-CN')),
  demo boolean not null default false,
  nickname text not null default '' check (length(nickname) <= 64),
  occupation text not null default '' check (length(occupation) <= 64),
  company text not null default '' check (length(company) <= 64),
  location text not null default '' check (length(location) <= 64),
  website text not null default '' check (length(website) <= 2048),
  description text not null default '' check (length(description) <= 1000),
  avatar_id uuid,
  banner_id uuid,
  layout jsonb not null default '[]',
  backstage_layouts jsonb not null default '{}',
  followers integer not null default 0,
  following integer not null default 0,
  featured_since timestamptz,
  -- An invitation counts once the invited user has signed in with the desktop software (`first_studio_at`).
  invite_code text not null unique,
  refer text check (length(refer) <= 64),
  invited_by uuid references users,
  first_studio_at timestamptz,
  banned_at timestamptz,
  banned_until timestamptz,
  ban_reason text not null default '',
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  search tsvector generated always as (search_vector(array[nickname, username::text])) stored,
  -- Displayed names must not look alike.
  shown_skeleton text
    generated always as (name_skeleton(case when nickname = '' then username::text else nickname end)) stored,
  constraint users_ban_check check (banned_at is not null or (banned_until is null and ban_reason = ''))
);
create unique index users_shown_skeleton on users (shown_skeleton);
create index users_search on users using gin (search) with (fastupdate = off);
create index users_by_followers on users (followers desc, id desc) where deleted_at is null;
-- The order of users/creators.ts: featured creators before all others.
create index users_by_rank on users (
    (followers + case when featured_since is null then 0 else 1000000000 end) desc, id desc)
  where deleted_at is null;
create index users_of_tenant on users (tenant_id) where tenant_id is not null;
create index users_of_avatar on users (avatar_id) where avatar_id is not null;
create index users_of_banner on users (banner_id) where banner_id is not null;
create index users_invited_by on users (invited_by) where invited_by is not null;
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- Finds the few accounts that never bound an email.
create index users_unfinished on users (created_at) where email is null and deleted_at is null;

create table follows (
  follower_id uuid not null references users,
  followee_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_of_followee on follows (followee_id, created_at desc, follower_id desc);
create index follows_of_follower on follows (follower_id, created_at desc, followee_id desc);

create table blocks (
  blocker_id uuid not null references users,
  blocked_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);

-- Sessions, providers, links and mails

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  step text check (step in ('bind_email', 'set_password')),
  user_agent text not null default '' check (length(user_agent) <= 256),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  -- Time of the user's last reauthentication. Sensitive actions require a recent one.
  proven_at timestamptz
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- `provider_email` is the address at the time of linking and is only shown to its owner.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  provider_email text check (length(provider_email) <= 254),
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- A started sign-in, valid for ten minutes and deleted on use. `user_id` is set if a signed-in user links a provider.
create table social_states (
  state_hash bytea primary key,
  provider text not null check (provider in ('google', 'facebook')),
  nonce text not null,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index social_states_by_expiry on social_states (expires_at);

-- The mail worker creates the token while sending and stores only its hash, so that neither Postgres, Redis nor jobs
-- contain a usable link.
create table one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'change_email', 'bind_email', 'reset_password', 'banned')),
  email citext not null check (length(email) <= 254),
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  cancelled_at timestamptz
);
create index one_time_tokens_of_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_by_age on one_time_tokens (created_at);

create table mails (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  kind text not null,
  address text not null check (length(address) <= 254),
  token_id uuid references one_time_tokens on delete cascade,
  params jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'cancelled')),
  attempt integer not null default 1,
  failure jsonb,
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mails_waiting on mails (updated_at) where state = 'waiting';
create index mails_of_user on mails (user_id);
create index mails_of_token on mails (token_id) where token_id is not null;
create index mails_by_age on mails (created_at);

-- Files

-- The only table with storage keys. Other tables refer to a file by its id.
create table files (
  id uuid primary key,
  owner_id uuid not null references users,
  kind text not null check (kind in ('original', 'model', 'image', 'video', 'archive', 'captions', 'export')),
  key text not null unique,
  content_type text not null,
  bytes bigint not null,
  sha256 text,
  state text not null check (state in ('pending', 'stored', 'deleted')),
  public boolean not null default false,
  -- Owners without a confirmed email share a limit of bytes per network. This keyed hash of the network is kept a day.
  network_hash bytea,
  created_at timestamptz not null default now()
);
create index files_of_owner on files (owner_id) include (bytes) where state <> 'deleted';
create index files_of_network on files (network_hash) where network_hash is not null;
create index files_to_purge on files (id) where state = 'deleted';
-- For the sweep of files whose bytes never arrived.
create index files_pending on files (created_at) where state = 'pending';

-- The current turn of each admission queue, see files/admission-queues.ts.
create table admission_queues (
  queue text primary key,
  turn bigint not null default 0
);

-- Uploads

create table uploads (
  id uuid primary key,
  owner_id uuid not null references users,
  kind text not null check (kind in ('model', 'video', 'file')),
  filename text not null check (length(filename) <= 255),
  filetype text not null default '' check (length(filetype) <= 255),
  size bigint not null check (size >= 0),
  stage text not null default 'upload'
    check (stage in ('upload', 'finished', 'processed', 'ready_to_publish', 'failed')),
  attempt integer not null default 1,
  redrives integer not null default 0,
  version bigint not null default 1,
  received_at timestamptz,
  failure jsonb,
  failed_from text check (failed_from in ('upload', 'finished', 'processed')),
  stages jsonb not null,
  work_began_at timestamptz,
  work_version bigint,
  turn bigint,
  admitted_at timestamptz,
  -- The original, the web model, a light model that is shown first, and one that AR viewers can decode.
  original_file_id uuid not null references files,
  model_file_id uuid references files,
  preview_file_id uuid references files,
  ar_file_id uuid references files,
  proprietary_format text check (proprietary_format in ('zprj', 'zpac', 'sproj')),
  facts jsonb,
  report jsonb,
  -- Corrections of unit, up axis or model: the applied one, the one queued or in progress, and why the last one failed.
  correction jsonb,
  wanted_correction jsonb,
  correction_failure jsonb,
  for_work_id uuid,
  -- Set if the upload is a copy of a render's film. Using the film again in the same work finds this upload.
  made_of_file_id uuid references files on delete set null,
  joins_work_id uuid,
  removal_due_at timestamptz,
  removal_announced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index uploads_of_owner on uploads (owner_id, id desc);
create index uploads_in_motion on uploads (updated_at) where stage in ('upload', 'finished', 'processed');
create index uploads_being_corrected on uploads (updated_at) where wanted_correction is not null;
-- The next four indexes find the next upload to admit, the uploads at work, the last turn of a user and the queued
-- uploads of a user. Verified videos are not at work here, because they wait in the queue of videos.
create index uploads_waiting on uploads (turn nulls first, id)
  where admitted_at is null
    and (received_at is not null and stage in ('upload', 'finished', 'processed') or wanted_correction is not null);
create index uploads_at_work on uploads (owner_id)
  where admitted_at is not null
    and (received_at is not null and stage in ('upload', 'finished', 'processed') or wanted_correction is not null)
    and (kind <> 'video' or stage = 'upload');
create index uploads_turns on uploads (owner_id, turn) where turn is not null;
create index uploads_in_line on uploads (owner_id)
  where (stage in ('upload', 'finished', 'processed') or wanted_correction is not null);
create index uploads_for_work on uploads (for_work_id) where for_work_id is not null;
create index uploads_joins_work on uploads (joins_work_id) where joins_work_id is not null;
create index uploads_made_of_file on uploads (made_of_file_id) where made_of_file_id is not null;
create index uploads_to_announce on uploads (removal_due_at)
  where removal_announced_at is null and removal_due_at is not null;
create index uploads_to_remove on uploads (removal_due_at) where removal_announced_at is not null;

create table upload_locks (
  upload_id uuid primary key,
  token uuid not null,
  held_until timestamptz not null,
  wanted boolean not null default false
);

-- How long the stages of uploads took. This serves to estimate the time that similar uploads will take.
create table stage_history (
  upload_id uuid not null,
  kind text not null,
  size_class integer not null,
  stage text not null,
  seconds real not null,
  at timestamptz not null default now(),
  primary key (upload_id, stage, at)
);
create index stage_history_of_like on stage_history (kind, size_class, stage, at desc) include (seconds);
create index stage_history_by_age on stage_history (at);

-- Pictures

-- Images that users send or that are made from an upload
create table images (
  id uuid primary key,
  owner_id uuid not null references users,
  upload_id uuid references uploads on delete cascade,
  purpose text not null check (purpose in ('cover', 'banner', 'avatar', 'detail', 'inline')),
  angle text check (angle in ('three-quarter', 'front', 'side', 'back')),
  status text not null check (status in ('pending', 'processing', 'ready', 'failed')),
  attempt integer not null default 1,
  redrives integer not null default 0,
  version bigint not null default 1,
  failure jsonb,
  turn bigint,
  admitted_at timestamptz,
  original_file_id uuid references files,
  crop jsonb,
  width integer not null,
  height integer not null,
  blurhash text,
  -- A copy of the image's rows in image_variants, so that pages with many images read only one table.
  variants jsonb not null default '[]',
  -- The render's output that the image is a copy of. `joins_work_id` is the work that gets the image once it is ready.
  made_of_file_id uuid references files on delete set null,
  joins_work_id uuid,
  -- Set from the start, because a new image is not in use yet.
  removal_due_at timestamptz default now() + interval '30 days',
  removal_announced_at timestamptz,
  references_checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index images_of_owner on images (owner_id, id desc);
create index images_of_upload on images (upload_id);
-- If two workers process the same model, each angle is still stored only once.
create unique index images_angle_of_upload on images (upload_id, angle);
-- Finds images that still reference a file whose row is to be deleted.
create index images_of_original on images (original_file_id) where original_file_id is not null;
create index images_made_of_file on images (made_of_file_id) where made_of_file_id is not null;
create index images_joining on images (joins_work_id) where joins_work_id is not null;
create index images_in_motion on images (updated_at) where status in ('pending', 'processing');
create index images_waiting on images (turn nulls first, id)
  where admitted_at is null and status in ('pending', 'processing');
create index images_at_work on images (owner_id)
  where admitted_at is not null and status in ('pending', 'processing');
create index images_turns on images (owner_id, turn) where turn is not null;
create index images_in_line on images (owner_id) where status in ('pending', 'processing');
create index images_to_check on images (references_checked_at) where upload_id is null and removal_due_at is null;
create index images_to_announce on images (removal_due_at) where upload_id is null and removal_announced_at is null;
create index images_to_remove on images (removal_due_at) where upload_id is null and removal_announced_at is not null;

create table image_variants (
  image_id uuid not null references images on delete cascade,
  name text not null,
  width integer not null,
  height integer not null,
  format text not null,
  file_id uuid not null references files,
  primary key (image_id, name)
);
create index image_variants_of_file on image_variants (file_id);

-- Videos

-- `status` has the same values as an image's `status`. The video's upload has a `stage` of its own.
create table videos (
  id uuid primary key,
  owner_id uuid not null references users,
  upload_id uuid not null unique references uploads on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'processing', 'ready', 'failed')),
  attempt integer not null default 1,
  redrives integer not null default 0,
  version bigint not null default 1,
  failure jsonb,
  turn bigint,
  admitted_at timestamptz,
  width integer not null default 0,
  height integer not null default 0,
  duration_seconds real not null default 0,
  has_audio boolean not null default false,
  storyboard jsonb,
  storyboard_file_id uuid references files,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index videos_of_owner on videos (owner_id, id desc);
create index videos_of_storyboard on videos (storyboard_file_id) where storyboard_file_id is not null;
create index videos_in_motion on videos (updated_at) where status in ('pending', 'processing');
create index videos_waiting on videos (turn nulls first, id)
  where admitted_at is null and status in ('pending', 'processing');
create index videos_at_work on videos (owner_id)
  where admitted_at is not null and status in ('pending', 'processing');
create index videos_turns on videos (owner_id, turn) where turn is not null;

create table video_renditions (
  video_id uuid not null references videos on delete cascade,
  name text not null,
  width integer not null,
  height integer not null,
  file_id uuid not null references files,
  primary key (video_id, name)
);
create index video_renditions_of_file on video_renditions (file_id);

-- Works

create table works (
  id uuid primary key,
  owner_id uuid not null references users,
  title text not null default '' check (length(title) <= 200),
  intro text not null default '' check (length(intro) <= 4000),
  categories text[] not null default '{}',
  tags text[] not null default '{}',
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  downloadable boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'released', 'trashed')),
  upload_id uuid unique references uploads,
  video_upload_id uuid unique references uploads,
  cover_id uuid references images,
  image_ids uuid[] not null default '{}',
  -- Points of the model that the creator explains; stored here, because they are few and read with the work.
  hotspots jsonb not null default '[]',
  hidden_at timestamptz,
  hidden_by uuid,
  hidden_reason text,
  featured_at timestamptz,
  released_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector generated always as (search_vector(tags || categories || array[title, intro])) stored
);
create index works_of_owner on works (owner_id, state, id desc);
create index works_feed on works (released_at desc, id desc)
  where state = 'released' and visibility = 'public' and hidden_at is null;
create index works_shown_by on works (owner_id, released_at desc, id desc)
  where state = 'released' and visibility = 'public' and hidden_at is null;
-- Fastupdate is off: with a few hundred entries in its pending list, a search without matches read all 20,000 works
-- and took 80 ms instead of 15.
create index works_search on works using gin (search) with (fastupdate = off);
-- For backstage lists; the public pages use `listings`.
create index works_categories on works using gin (categories) with (fastupdate = off);
-- The next two indexes find the works that show an image: an image is public if a public work shows it.
create index works_of_cover on works (cover_id) where cover_id is not null;
create index works_of_image on works using gin (image_ids) with (fastupdate = off);
create index works_hidden on works (hidden_at desc) where hidden_at is not null;
create index works_featured on works (featured_at desc) where featured_at is not null;

-- A copy of a work as published, with the ids of its images' files. Contest entries show this copy, not later edits.
create table work_versions (
  id uuid primary key,
  work_id uuid not null references works on delete cascade,
  number integer not null,
  title text not null,
  intro text not null,
  categories text[] not null,
  tags text[] not null,
  upload_id uuid references uploads,
  video_upload_id uuid references uploads,
  original_file_id uuid references files,
  model_file_id uuid references files,
  cover_id uuid references images,
  image_ids uuid[] not null default '{}',
  picture_file_ids uuid[] not null default '{}',
  hotspots jsonb not null default '[]',
  created_at timestamptz not null default now(),
  unique (work_id, number)
);
-- The first index finds versions that still use a file, the next two find versions that use an image.
create index work_versions_of_picture_file on work_versions using gin (picture_file_ids);
create index work_versions_of_image on work_versions using gin (image_ids) with (fastupdate = off);
create index work_versions_of_cover on work_versions (cover_id) where cover_id is not null;
create index work_versions_of_upload on work_versions (upload_id) where upload_id is not null;
create index work_versions_of_video_upload on work_versions (video_upload_id) where video_upload_id is not null;

-- One row for each category and tag of a public work, in order of release, so that list pages need no sorting.
create table listings (
  list text not null,
  released_at timestamptz not null,
  work_id uuid not null references works on delete cascade,
  primary key (list, released_at, work_id)
);
create index listings_of_work on listings (work_id);

create function listings_of(work works) returns text[] language sql immutable parallel safe as $$
  select case when work.state = 'released' and work.visibility = 'public' and work.hidden_at is null and work.released_at is not null
    then array(select 'category:' || category from unnest(work.categories) category
      union select 'tag:' || public.tag_key(tag) from unnest(work.tags) tag)
    else '{}' end $$;

create function keep_listings() returns trigger language plpgsql as $$
begin
  delete from listings where work_id = new.id
    and (list <> all(listings_of(new)) or released_at is distinct from new.released_at);
  insert into listings (list, released_at, work_id)
    select list, new.released_at, new.id from unnest(listings_of(new)) list on conflict do nothing;
  return null;
end $$;
create trigger works_keep_listings after insert or update of state, visibility, hidden_at, released_at, categories, tags
  on works for each row execute function keep_listings();

-- A separate table, so that a like does not write the work's row.
create table work_counters (
  work_id uuid primary key references works on delete cascade,
  likes integer not null default 0,
  comments integer not null default 0,
  views integer not null default 0,
  popularity double precision not null default 0,
  version bigint not null default 1,
  published_version bigint not null default 1
);
create index work_counters_by_popularity on work_counters (popularity desc, work_id desc);
create index work_counters_unpublished on work_counters (work_id) where version > published_version;

create table work_likes (
  work_id uuid not null references works on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (work_id, user_id)
);
create index work_likes_of_user on work_likes (user_id);

-- A work's viewers of each day, as hashes that reveal neither user nor address.
create table work_views (
  work_id uuid not null references works on delete cascade,
  day date not null,
  viewer bytea not null,
  primary key (work_id, day, viewer)
);
create index work_views_by_day on work_views (day);

create table tags (
  name text not null,
  key text not null generated always as (tag_key(name)) stored
);
create unique index tags_key on tags (key);

create table categories (
  slug text primary key check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) between 2 and 32),
  names jsonb not null,
  place integer not null,
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  search tsvector generated always as (search_vector(array[names->>'en', names->>'zh-CN'])) stored
);

-- Cloud renders

-- A deleted render keeps its row, without files, as long as it counts against its owner's fair share.
create table renders (
  id uuid primary key,
  number bigint not null unique generated always as identity,
  owner_id uuid not null references users,
  work_id uuid references works on delete set null,
  upload_id uuid references uploads on delete set null,
  name text not null,
  type text not null check (type in ('still', 'views', 'turntable', 'spin')),
  engine text not null check (engine in ('preview', 'studio', 'cycles')),
  settings jsonb not null,
  recipe text not null,
  status text not null default 'queued'
    check (status in ('queued', 'preparing', 'rendering', 'encoding', 'finished', 'failed', 'cancelled')),
  attempt integer not null default 1,
  redrives integer not null default 0,
  version bigint not null default 1,
  failure jsonb,
  frames integer not null,
  estimated_seconds real not null,
  cost_seconds real not null default 0,
  approval text not null default 'none' check (approval in ('none', 'wanted', 'awaited', 'given')),
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  deleted_at timestamptz
);
create index renders_of_owner on renders (owner_id, id desc);
create index renders_alive on renders (created_at) where status in ('queued', 'preparing', 'rendering', 'encoding');
-- The first index finds finished renders with the same recipe. The second finds recent render times for estimates.
create index renders_by_recipe on renders (owner_id, recipe) where status = 'finished';
create index renders_finished on renders (engine, finished_at desc) where status = 'finished';
create index renders_of_work on renders (work_id) where work_id is not null;
create index renders_of_upload on renders (upload_id) where upload_id is not null;
create index renders_deleted on renders (deleted_at) where deleted_at is not null;

create table render_chunks (
  id uuid primary key,
  render_id uuid not null references renders on delete cascade,
  chunk integer not null,
  scout boolean not null default false,
  pieces jsonb not null,
  estimated_seconds real not null,
  attempt integer not null default 1,
  redrives integer not null default 0,
  version bigint not null default 1,
  released_at timestamptz,
  stored_at timestamptz,
  worker text,
  cost_seconds real not null default 0,
  unique (render_id, chunk)
);
-- Finds the chunks that wait or are being rendered, without reading finished ones.
create index render_chunks_open on render_chunks (render_id, chunk) where stored_at is null;

create table render_pieces (
  render_id uuid not null references renders on delete cascade,
  piece text not null,
  file_id uuid not null references files,
  primary key (render_id, piece)
);
create index render_pieces_file on render_pieces (file_id);

create table render_previews (
  render_id uuid not null references renders on delete cascade,
  file_id uuid not null references files,
  samples integer not null,
  created_at timestamptz not null default now(),
  primary key (render_id, file_id)
);
create index render_previews_file on render_previews (file_id);

create table render_outputs (
  render_id uuid not null references renders on delete cascade,
  name text not null,
  place integer not null,
  width integer not null,
  height integer not null,
  file_id uuid not null references files,
  primary key (render_id, name)
);
create index render_outputs_file on render_outputs (file_id);

-- Courses

create table courses (
  id uuid primary key,
  title text not null default '' check (length(title) <= 320),
  description text not null default '' check (length(description) <= 40000),
  cover_id uuid references images on delete set null,
  image_ids uuid[] not null default '{}',
  published_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index courses_published on courses (published_at desc, id desc) where published_at is not null;

-- A video belongs to at most one course. Its upload cannot be deleted while the video is in the course.
create table course_videos (
  video_id uuid primary key references videos,
  course_id uuid not null references courses on delete cascade,
  place integer not null,
  title text not null check (length(title) <= 320),
  description text not null default '' check (length(description) <= 40000),
  image_ids uuid[] not null default '{}',
  chapters jsonb not null default '[]',
  comments integer not null default 0,
  created_at timestamptz not null default now()
);
create index course_videos_of_course on course_videos (course_id, place);

create table captions (
  video_id uuid not null references course_videos on delete cascade,
  language text not null,
  label text not null default '' check (length(label) <= 128),
  cues integer not null,
  file_id uuid not null references files,
  primary key (video_id, language)
);
create index captions_of_file on captions (file_id);

create table video_progress (
  user_id uuid not null references users,
  video_id uuid not null references course_videos on delete cascade,
  seconds real not null,
  watched_at timestamptz,
  at timestamptz not null,
  primary key (user_id, video_id)
);
create index video_progress_latest on video_progress (user_id, at desc);
create index video_progress_of_video on video_progress (video_id);

-- Comments

create table comments (
  id uuid primary key,
  work_id uuid references works on delete cascade,
  video_id uuid references course_videos on delete cascade,
  parent_id uuid references comments on delete cascade,
  author_id uuid not null references users,
  body text not null check (length(body) <= 8000),
  pin jsonb,
  hidden_at timestamptz,
  hidden_by uuid,
  hidden_reason text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint comments_on_one_thing check (num_nonnulls(work_id, video_id) = 1)
);
create index comments_of_work on comments (work_id, id desc) where parent_id is null;
create index comments_of_video on comments (video_id, id desc) where video_id is not null and parent_id is null;
create index comments_of_parent on comments (parent_id, id) where parent_id is not null;
create index comments_by_author on comments (author_id, id desc);
create index comments_hidden on comments (hidden_at desc) where hidden_at is not null;

create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mentions_of_user on comment_mentions (user_id);

-- Messages

-- A message takes its number by incrementing `last_seq` while the row is locked, so numbers have no gaps and follow the
-- order of commits. `work_id` has no foreign key, because the messages of moderators outlive the work.
create table conversations (
  id uuid primary key,
  kind text not null check (kind in ('private', 'moderation')),
  pair text unique,
  work_id uuid unique,
  last_seq integer not null default 0,
  last_at timestamptz not null default date_trunc('milliseconds', now()),
  created_at timestamptz not null default now(),
  check ((kind = 'private') = (pair is not null) and (kind = 'moderation') = (work_id is not null))
);

create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users,
  standing text not null check (standing in ('open', 'request', 'ignored')),
  read_seq integer not null default 0,
  receipt_seq integer not null default 0,
  receipt_at timestamptz,
  primary key (conversation_id, user_id)
);
create index conversation_members_of_user on conversation_members (user_id);

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  sender_id uuid not null references users,
  moderator boolean not null default false,
  body text not null check (length(body) <= 8000),
  image_id uuid references images on delete set null,
  sent_key text check (length(sent_key) <= 200),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (conversation_id, seq)
);
create index messages_of_sender on messages (sender_id);
create index messages_of_image on messages (image_id) where image_id is not null;
-- If a client sends a message again with the same key, it is stored only once.
create unique index messages_sent_key on messages (sender_id, conversation_id, sent_key) where sent_key is not null;

-- Notifications

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  tab text not null check (tab in ('notifications', 'comments', 'messages')),
  bell boolean not null,
  group_key text,
  subject_kind text,
  subject_id uuid,
  params jsonb not null default '{}',
  people integer not null default 1,
  version bigint not null default 1,
  created_at timestamptz not null,
  raised_at timestamptz not null,
  read_at timestamptz,
  mail_due_at timestamptz,
  mail_id uuid references mails on delete set null,
  digest boolean not null default false,
  digest_id uuid references mails on delete set null
);
create index notifications_of_user on notifications (user_id, tab, raised_at desc, id desc) where bell;
-- Makes the cost of counting depend on the number of unread rows only.
create index notifications_unread on notifications (user_id, tab) where bell and read_at is null;
create index notifications_gathering on notifications (user_id, group_key, raised_at desc) where group_key is not null;
create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null;
create index notifications_for_digest on notifications (user_id) where digest;
create index notifications_by_age on notifications (raised_at);
create index notifications_of_mail on notifications (mail_id) where mail_id is not null;
create index notifications_of_digest on notifications (digest_id) where digest_id is not null;

-- The key identifies a cause, such as who liked what. A user is notified of each cause only once.
create table notification_causes (
  user_id uuid not null references users on delete cascade,
  key text not null,
  notification_id uuid not null references notifications on delete cascade,
  actor_id uuid references users on delete cascade,
  at timestamptz not null,
  primary key (user_id, key)
);
create index notification_causes_of on notification_causes (notification_id, at desc);
create index notification_causes_by on notification_causes (actor_id) where actor_id is not null;

-- One row per user; locking it serializes changes of the user's notifications.
create table notification_readers (
  user_id uuid primary key references users on delete cascade,
  version bigint not null default 1,
  digested_on date
);

create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  live boolean not null,
  bell boolean not null,
  email boolean not null,
  digest boolean not null,
  primary key (user_id, kind)
);

-- An event that users must be notified of. Unlike a job in Redis, this row is not lost with the queue.
create table notification_tasks (
  id uuid primary key,
  job text not null,
  subject_id uuid not null,
  params jsonb not null,
  event_attempt integer not null,
  attempt integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notification_tasks_by_age on notification_tasks (updated_at);

create table unsubscribe_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  kind text,
  created_at timestamptz not null default now()
);
create index unsubscribe_tokens_of_user on unsubscribe_tokens (user_id);
create index unsubscribe_tokens_by_age on unsubscribe_tokens (created_at);

create table announcements (
  id uuid primary key,
  author_id uuid not null references users,
  texts jsonb not null,
  path text check (length(path) <= 512),
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);

-- Activities

-- The phase is computed from the times by `activity_phase` and never stored.
create table activities (
  id uuid primary key,
  title text not null check (length(title) between 1 and 320),
  summary text not null check (length(summary) <= 1200),
  rules text not null,
  image_ids uuid[] not null default '{}',
  banner_id uuid references images,
  cover_id uuid references images,
  prize_amount bigint not null check (prize_amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tiers jsonb not null,
  criteria jsonb not null,
  max_submissions integer not null check (max_submissions > 0),
  blind boolean not null,
  scores_published boolean not null,
  time_zone text not null,
  starts_at timestamptz not null,
  registration_starts_at timestamptz not null,
  registration_ends_at timestamptz not null,
  submission_ends_at timestamptz not null,
  review_ends_at timestamptz not null,
  ends_at timestamptz not null,
  awarded_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint activity_moments check (starts_at <= registration_starts_at
    and registration_starts_at < registration_ends_at and registration_ends_at < submission_ends_at
    and submission_ends_at < review_ends_at and review_ends_at < ends_at)
);
create index activities_by_opening on activities (registration_starts_at desc, id desc);
create index activities_by_end on activities (ends_at);

create table activity_registrations (
  activity_id uuid not null references activities on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (activity_id, user_id)
);
create index activity_registrations_by_time on activity_registrations (activity_id, created_at desc, user_id desc);
create index activity_registrations_of_user on activity_registrations (user_id, created_at desc, activity_id desc);

create table activity_jurors (
  activity_id uuid not null references activities on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (activity_id, user_id)
);
create index activity_jurors_of_user on activity_jurors (user_id);

-- An entry is a work version, which cannot change once it is entered. The entry belongs to the work's owner.
create table activity_submissions (
  id uuid primary key,
  activity_id uuid not null references activities on delete cascade,
  work_id uuid not null references works on delete cascade,
  version_id uuid not null references work_versions,
  receipt text not null,
  submitted_at timestamptz not null,
  disqualified_at timestamptz,
  disqualified_reason text,
  rank integer,
  score double precision,
  constraint activity_submissions_once unique (activity_id, work_id)
);
create index activity_submissions_by_time on activity_submissions (activity_id, submitted_at desc, id desc);
create index activity_submissions_of_work on activity_submissions (work_id);
create index activity_submissions_of_version on activity_submissions (version_id);

create table activity_scores (
  submission_id uuid not null references activity_submissions on delete cascade,
  juror_id uuid not null references users,
  scores jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (submission_id, juror_id)
);
create index activity_scores_of_juror on activity_scores (juror_id);

-- A slot is one prize. Even tied works have different slots, so the primary key keeps a prize from being awarded twice.
create table activity_awards (
  activity_id uuid not null references activities,
  slot integer not null check (slot > 0),
  submission_id uuid not null references activity_submissions,
  work_id uuid not null references works,
  rank integer not null,
  title text not null,
  bonus bigint not null check (bonus >= 0),
  created_at timestamptz not null default now(),
  primary key (activity_id, slot),
  unique (activity_id, work_id)
);
create index activity_awards_of_submission on activity_awards (submission_id);
create index activity_awards_of_work on activity_awards (work_id);

create table activity_announcements (
  activity_id uuid not null references activities on delete cascade,
  phase text not null,
  at timestamptz not null default now(),
  primary key (activity_id, phase)
);

-- The market

create table market_items (
  id uuid primary key,
  title text not null default '' check (length(title) <= 240),
  intro text not null default '' check (length(intro) <= 4000),
  description text not null default '' check (length(description) <= 40000),
  category text not null default 'other'
    check (category in ('garment', 'accessory', 'fabric', 'trim', 'avatar', 'pose', 'scene', 'other')),
  access text not null default 'free' check (access in ('free', 'entitled')),
  licence text not null default '' check (length(licence) <= 800),
  image_ids uuid[] not null default '{}',
  inline_ids uuid[] not null default '{}',
  upload_id uuid references uploads,
  formats text[] not null default '{}',
  triangles integer,
  textures_px integer[] not null default '{}',
  downloads integer not null default 0,
  published_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector generated always as (search_vector(formats || array[title, intro, category])) stored
);
create index market_items_published on market_items (published_at desc, id desc) where published_at is not null;
create index market_items_search on market_items using gin (search) with (fastupdate = off);
create index market_items_of_upload on market_items (upload_id);

create table market_downloads (
  item_id uuid not null references market_items on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index market_downloads_of_user on market_downloads (user_id);

-- Software: S codes and what they pay for, packages, and the devices they run on

create table code_batches (
  id uuid primary key,
  days integer not null check (days between 1 and 3650),
  count integer not null check (count between 1 and 1000),
  note text not null default '' check (length(note) <= 200),
  created_by uuid,
  created_at timestamptz not null default now()
);

-- Stores the SHA-256 of a code's 100 random bits, so that nobody who reads the table can redeem a code.
create table s_codes (
  id uuid primary key,
  batch_id uuid not null references code_batches,
  days integer not null check (days between 1 and 3650),
  hash bytea not null unique,
  hint text not null check (length(hint) = 4),
  holder_id uuid references users,
  received_at timestamptz,
  used_by uuid references users,
  used_at timestamptz,
  voided_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  check ((used_by is null) = (used_at is null)),
  check (used_at is null or voided_at is null),
  check ((holder_id is null) = (received_at is null))
);
create index s_codes_of_batch on s_codes (batch_id, id desc);
create index s_codes_of_holder on s_codes (holder_id, received_at desc, id desc) where holder_id is not null;
create index s_codes_used_by on s_codes (used_by) where used_by is not null;

create table entitlements (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  code_id uuid not null unique references s_codes,
  days integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null default now()
);
create index entitlements_of_user on entitlements (user_id, ends_at desc);

create table packages (
  id uuid primary key,
  name text not null check (length(name) between 1 and 64),
  platform text not null check (platform in ('windows', 'macos', 'linux')),
  version text not null check (length(version) between 1 and 32),
  notes text not null default '' check (length(notes) <= 2000),
  filename text not null check (length(filename) <= 255),
  file_id uuid not null references files,
  needs_code boolean not null default false,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index packages_published on packages (name, platform, version) where withdrawn_at is null;
create index packages_of_file on packages (file_id);

create table devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  device_id text not null check (length(device_id) between 1 and 128),
  name text not null check (length(name) <= 64),
  token_hash bytea unique,
  session_id uuid,
  bound_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unbound_at timestamptz,
  unbound_by uuid,
  unbound_own boolean not null default false,
  version bigint not null default 1,
  check ((token_hash is null) = (unbound_at is not null))
);
create unique index devices_bound on devices (user_id, device_id) where unbound_at is null;
create index devices_of_user on devices (user_id, last_seen_at desc);
create index devices_by_time on devices (bound_at desc, id);

-- Moderation

-- A case is either one appeal against a decision, or all reports of one subject since the subject's last decision.
create table cases (
  id uuid primary key,
  kind text not null check (kind in ('report', 'appeal')),
  subject_kind text not null check (subject_kind in ('work', 'comment', 'user', 'message')),
  subject_id uuid not null,
  author_id uuid references users,
  audit_id uuid,
  appeal text check (length(appeal) <= 8000),
  claimed_by uuid references users,
  claimed_until timestamptz,
  decision text check (decision in ('dismiss', 'warn', 'hide', 'clear', 'ban', 'uphold', 'grant')),
  reason text check (length(reason) <= 4000),
  decided_by uuid references users,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check ((decision is null) = (decided_at is null)),
  check ((kind = 'appeal') = (appeal is not null))
);
create unique index cases_of_thing on cases (subject_kind, subject_id) where kind = 'report' and decided_at is null;
create unique index cases_against on cases (audit_id) where kind = 'appeal';
create index cases_open on cases (created_at, id) where decided_at is null;
create index cases_decided on cases (decided_at desc, id) where decided_at is not null;
create index cases_of_author on cases (author_id, decided_at desc);
create index cases_of_subject on cases (subject_id);
create index cases_claimed_by on cases (claimed_by) where claimed_by is not null;
create index cases_decided_by on cases (decided_by) where decided_by is not null;

create table reports (
  id uuid primary key,
  case_id uuid references cases,
  reporter_id uuid not null references users,
  kind text not null check (kind in ('work', 'comment', 'user', 'message')),
  subject_id uuid not null,
  reason text not null check (length(reason) <= 4000),
  evidence jsonb,
  decided boolean not null default false,
  created_at timestamptz not null default now()
);
-- A user can report the same thing again after the decision.
create unique index reports_of_reporter on reports (reporter_id, kind, subject_id) where not decided;
create index reports_of_case on reports (case_id, id);
create index reports_of_image on reports ((evidence ->> 'imageId')) where evidence ->> 'imageId' is not null;

-- Append-only. A row states who did what and why. `undoes` is the earlier action that this action reverses.
create table audit (
  id uuid primary key,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  params jsonb not null default '{}',
  reason text,
  before jsonb,
  after jsonb,
  undoes uuid references audit (id),
  created_at timestamptz not null default now()
);
create index audit_of_subject on audit (subject_id, created_at);
create index audit_by_time on audit (created_at desc, id);
create unique index audit_undone on audit (undoes) where undoes is not null;
-- The first index serves timelines of tenants' members. The others find images that a cleared profile may get back.
create index audit_of_member on audit ((params ->> 'userId')) where subject_kind = 'tenant';
create index audit_of_avatar on audit ((before ->> 'avatar_id')) where action = 'user.cleared';
create index audit_of_banner on audit ((before ->> 'banner_id')) where action = 'user.cleared';

-- Events, ticks and idempotency keys

-- Each state change writes an event, which the relay publishes. A month's partition is dropped 90 days after its end.
create table events (
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  attempt integer not null default 1,
  version bigint not null default 0,
  params jsonb not null default '{}',
  -- The cause, for tracing: the API request, and the event whose job wrote this one.
  request_id uuid,
  caused_by uuid,
  traceparent text,
  created_at timestamptz not null default now(),
  claimed_until timestamptz,
  published_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);
create table events_default partition of events default;
-- The relay's queue. The index is partial, so that a poll stays cheap after millions of published events.
create index events_unpublished on events (created_at, id) where published_at is null;
create index events_of_subject on events (subject_id, created_at);
create index events_of_request on events (request_id) where request_id is not null;

create table ticks (
  name text primary key,
  due_at timestamptz not null,
  claimed_until timestamptz
);
create index ticks_by_due on ticks (due_at);

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (length(key) <= 200),
  route text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key, route)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Queue health and alerts

-- The relay copies these settings and the drained workers to Redis once a second.
create table queue_settings (
  queue text primary key,
  paused boolean not null default false,
  concurrency integer check (concurrency between 1 and 256),
  updated_at timestamptz not null default now()
);

create table drained_workers (
  worker_id uuid primary key,
  created_at timestamptz not null default now()
);

-- One row per queue, written once a second: the last measurement and the position in the queue's events.
create table queue_health (
  queue text primary key,
  health jsonb not null,
  event_id text not null,
  recent jsonb not null default '[]',
  measured_at timestamptz not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Sums, except for the longest queue (`waiting`), the longest wait (`oldest_seconds`) and the fewest `workers`. `waits`
-- and `runs` count times in classes, see contracts/src/queues/queue-times.ts.
create table queue_history (
  queue text not null,
  span text not null check (span in ('minute', 'hour', 'day')),
  at timestamptz not null,
  arrived integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  run_seconds double precision not null default 0,
  waits integer[] not null default '{}',
  runs integer[] not null default '{}',
  waiting integer not null default 0,
  oldest_seconds double precision not null default 0,
  workers integer not null default 0,
  primary key (queue, span, at)
);
create index queue_history_by_age on queue_history (span, at);

create table deploys (
  version text primary key,
  seen_at timestamptz not null default now(),
  again timestamptz[] not null default '{}'
);

create table alerts (
  id uuid primary key,
  kind text not null,
  queue text not null default '',
  params jsonb not null default '{}',
  opened_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  closed_at timestamptz,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  notified_version integer not null default 0,
  notify_tries integer not null default 0,
  notify_at timestamptz not null default now()
);
create unique index alerts_open on alerts (kind, queue) where closed_at is null;
create index alerts_by_time on alerts (opened_at desc, id);
create index alerts_to_notify on alerts (notify_at) where notified_version < version;

create table alert_signs (
  kind text not null,
  queue text not null default '',
  bad boolean not null,
  since timestamptz not null default now(),
  primary key (kind, queue)
);

-- Analytics and table exports

-- Postgres stores sums, never single views. Times are counted in classes, see contracts/src/analytics/view-times.ts.
create table page_views (
  span text not null check (span in ('hour', 'day')),
  at timestamptz not null,
  path text not null,
  signed_in boolean not null,
  views integer not null,
  referred integer not null,
  times integer[] not null,
  primary key (span, at, path, signed_in)
) with (fillfactor = 70);

-- One row: the position in the Redis stream up to which views are counted, written together with the sums.
create table page_view_place (
  one boolean primary key default true check (one),
  place text not null
);

create table hourly_figures (
  at timestamptz primary key,
  users integer not null,
  uploads integer not null,
  renders_finished integer not null,
  renders_failed integer not null,
  storage_bytes bigint
);

create table table_exports (
  id uuid primary key,
  owner_id uuid not null references users,
  table_name text not null check (length(table_name) <= 64),
  query jsonb not null,
  columns text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  attempt integer not null default 1,
  row_count integer not null default 0,
  cut boolean not null default false,
  file_id uuid references files,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ready_at timestamptz,
  check ((state = 'ready') = (ready_at is not null))
);
create index table_exports_of_owner on table_exports (owner_id, created_at);
create index table_exports_of_file on table_exports (file_id) where file_id is not null;
create index table_exports_waiting on table_exports (updated_at) where state = 'waiting';

-- Circular foreign keys

alter table users
  add foreign key (avatar_id) references images,
  add foreign key (banner_id) references images on delete set null;
alter table uploads
  add foreign key (for_work_id) references works on delete set null,
  add foreign key (joins_work_id) references works on delete set null;
alter table images add foreign key (joins_work_id) references works on delete set null;

-- Functions and triggers

-- Creates the partitions of this month and the next two, and drops those that ended more than `keep` ago. Runs daily,
-- because a partition cannot be added once the default partition has rows for it.
create function ensure_event_partitions(keep interval) returns void language plpgsql as $$
declare month date; old record;
begin
  for month in select generate_series(date_trunc('month', now()), now() + interval '2 months', '1 month')::date loop
    execute format('create table if not exists %I partition of events for values from (%L) to (%L)',
      'events_' || to_char(month, 'YYYYMM'), month, month + interval '1 month');
  end loop;
  for old in select relname from pg_class join pg_inherits on inhrelid = pg_class.oid
    where inhparent = 'events'::regclass and relname ~ '^events_[0-9]{6}$'
      and to_date(right(relname, 6), 'YYYYMM') + interval '1 month' < now() - keep loop
    execute format('drop table %I', old.relname);
  end loop;
end $$;

-- Phases are computed only here. Each phase includes its start and excludes its end.
create function activity_phase(a activities, at timestamptz) returns text language sql immutable as $$
  select case when at < a.registration_starts_at then 'upcoming'
    when at < a.registration_ends_at then 'registration'
    when at < a.submission_ends_at then 'submission'
    when at < a.review_ends_at then 'reviewing'
    when at < a.ends_at then 'awarding'
    else 'ended' end $$;

create function activity_next_change(a activities, at timestamptz) returns timestamptz language sql immutable as $$
  select case when at < a.registration_starts_at then a.registration_starts_at
    when at < a.registration_ends_at then a.registration_ends_at
    when at < a.submission_ends_at then a.submission_ends_at
    when at < a.review_ends_at then a.review_ends_at
    when at < a.ends_at then a.ends_at end $$;

create function add_counts(integer[], integer[]) returns integer[] immutable language sql as $$
  select coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) order by n), '{}')
  from unnest($1, $2) with ordinality as both_of (a, b, n) $$;
create aggregate sum_counts(integer[]) (sfunc = add_counts, stype = integer[], initcond = '{}');

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'audit rows are kept as they were written'; end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();

-- Allows truncation only while the table is empty: restoring a backup begins by truncating all tables.
create function refuse_emptying() returns trigger language plpgsql as $$
begin
  if exists (select from audit) then raise exception 'audit rows are kept as they were written'; end if;
  return null;
end $$;
create trigger audit_kept before truncate on audit for each statement execute function refuse_emptying();

-- Awarding a prize locks the work's row, so an award is either visible here or waits for this transaction.
create function keep_winning_work() returns trigger language plpgsql as $$
begin
  if exists (select 1 from activity_awards where work_id = old.id) then
    raise exception 'a winning work stays' using errcode = 'restrict_violation', constraint = 'winning_work';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger works_keep_winning before delete on works for each row execute function keep_winning_work();
create trigger works_keep_winning_out_of_trash before update of state on works
  for each row when (new.state = 'trashed') execute function keep_winning_work();

-- From the end of submission to the award or the activity's end, a work with an entry cannot be deleted or trashed,
-- unless the entry is disqualified.
create function keep_entered_work() returns trigger language plpgsql as $$
begin
  if exists (select 1 from activity_submissions s join activities a on a.id = s.activity_id
      where s.work_id = old.id and s.disqualified_at is null and a.awarded_at is null
        and activity_phase(a, clock_timestamp()) in ('reviewing', 'awarding')) then
    raise exception 'an entered work stays until the prizes are given' using errcode = 'restrict_violation',
      constraint = 'entered_work';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger works_keep_entered before delete on works for each row execute function keep_entered_work();
create trigger works_keep_entered_out_of_trash before update of state on works
  for each row when (new.state = 'trashed') execute function keep_entered_work();

create function keep_entered_version() returns trigger language plpgsql as $$
begin
  if exists (select 1 from activity_submissions where version_id = old.id) then
    raise exception 'an entered version stays as it is' using errcode = 'restrict_violation',
      constraint = 'entered_version';
  end if;
  return new;
end $$;
create trigger work_versions_keep_entered before update on work_versions
  for each row execute function keep_entered_version();

-- Refuses ids of missing images, as a foreign key would. Added images cannot be deleted until the transaction ends.
create function hold_images() returns trigger language plpgsql as $$
declare
  shown uuid[];
  former uuid[] := '{}';
  held bigint;
begin
  execute format('select ($1).%I', tg_argv[0]) into shown using new;
  if tg_op = 'UPDATE' then execute format('select ($1).%I', tg_argv[0]) into former using old; end if;
  shown := array(select distinct added from unnest(shown) as added where added <> all (former));
  perform from images where id = any (shown) order by id for key share;
  get diagnostics held = row_count;
  if held < cardinality(shown) then
    raise exception 'a picture is gone' using errcode = 'foreign_key_violation', constraint = 'shown_image';
  end if;
  return new;
end $$;
create trigger works_hold_image_ids before insert or update of image_ids on works
  for each row when (new.image_ids <> '{}') execute function hold_images('image_ids');
create trigger activities_hold_image_ids before insert or update of image_ids on activities
  for each row when (new.image_ids <> '{}') execute function hold_images('image_ids');
create trigger courses_hold_image_ids before insert or update of image_ids on courses
  for each row when (new.image_ids <> '{}') execute function hold_images('image_ids');
create trigger course_videos_hold_image_ids before insert or update of image_ids on course_videos
  for each row when (new.image_ids <> '{}') execute function hold_images('image_ids');
create trigger market_items_hold_image_ids before insert or update of image_ids on market_items
  for each row when (new.image_ids <> '{}') execute function hold_images('image_ids');
create trigger market_items_hold_inline_ids before insert or update of inline_ids on market_items
  for each row when (new.inline_ids <> '{}') execute function hold_images('inline_ids');

-- Initial rows

select ensure_event_partitions(interval '90 days');

insert into admission_queues (queue) values ('uploads'), ('images'), ('videos');

insert into page_view_place (place) values ('0-0');

insert into categories (slug, names, place) values
  ('dress', '{"en": "Dresses", "zh-CN": "连衣裙"}', 1),
  ('tops', '{"en": "Tops", "zh-CN": "上装"}', 2),
  ('outerwear', '{"en": "Outerwear", "zh-CN": "外套"}', 3),
  ('trousers', '{"en": "Trousers", "zh-CN": "裤装"}', 4),
  ('skirt', '{"en": "Skirts", "zh-CN": "半身裙"}', 5),
  ('suit', '{"en": "Suits", "zh-CN": "套装"}', 6),
  ('sportswear', '{"en": "Sportswear", "zh-CN": "运动服"}', 7),
  ('lingerie', '{"en": "Lingerie", "zh-CN": "内衣"}', 8),
  ('footwear', '{"en": "Footwear", "zh-CN": "鞋履"}', 9),
  ('accessories', '{"en": "Accessories", "zh-CN": "配饰"}', 10),
  ('avatar', '{"en": "Avatars", "zh-CN": "虚拟模特"}', 11),
  ('fabric', '{"en": "Fabrics", "zh-CN": "面料"}', 12),
  ('other', '{"en": "Other", "zh-CN": "其他"}', 13);
