-- Choosing photos: the people who choose in a gallery, their lists, picks, submitted rounds and comments.

-- A person who chooses or comments in a gallery: of an invitation (`client`), or a browser without one (`guest`).
create table public.gallery_people (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  grant_id text,
  role text not null check (role in ('client', 'guest')),
  name text not null default '' check (length(name) <= 120),
  email text not null default '' check (length(email) <= 320 and (email = '' or email like '_%@_%')),
  color smallint not null default 0 check (color between 0 and 7),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, gallery_id, id),
  unique (gallery_id, grant_id),
  constraint gallery_people_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint gallery_people_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
);
create index gallery_people_grant on public.gallery_people (account_id, gallery_id, grant_id);
-- Guests whom no browser is any more are looked for by the sweep.
create index gallery_people_guests on public.gallery_people (created_at) where role = 'guest';
create index gallery_people_created on public.gallery_people (account_id, gallery_id, created_at, id);
create trigger gallery_people_touch before update on public.gallery_people
  for each row execute function public.touch_updated_at();
comment on table public.gallery_people is 'People who choose photos. An invited person has one row a gallery, on all their devices; a guest''s browser has one, which a mailed link brings to another device.';
comment on column public.gallery_people.email is 'What the person typed, or the invitation''s address; empty for none. Proves nothing: only a mailed link gives access to a person.';
comment on column public.gallery_people.color is 'Index of the colour that marks the person''s picks.';

-- Every invitation has its person from the start, with the invitation's id, so that the studio can add people to a
-- selection before they have opened the gallery.
create function public.follow_grant() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.gallery_people (id, account_id, gallery_id, grant_id, role, name, email, color, created_at)
    values (new.id, new.account_id, new.gallery_id, new.id, 'client', left(new.label, 120), new.email, (
      select count(*) % 8 from public.gallery_people p where p.gallery_id = new.gallery_id and p.role = 'client'),
      new.created_at);
  else
    -- A name or an address that the person has typed stays, until the invitation's data are erased.
    update public.gallery_people p set
      name = case when p.name = left(old.label, 120) or new.email = '' then left(new.label, 120) else p.name end,
      email = case when p.email = old.email or new.email = '' then new.email else p.email end
    where p.id = new.id;
  end if;
  return null;
end $$;
create trigger grants_person after insert or update of label, email on public.grants
  for each row execute function public.follow_grant();

-- The person that a browser is, in each gallery. Server only.
create table public.visitor_people (
  visitor_id text not null references public.visitors on delete cascade,
  gallery_id text not null,
  account_id text not null,
  person_id text not null,
  created_at timestamptz(3) not null default now(),
  -- The network of a guest's first browser, so that a flood from a few networks makes room for guests from others.
  -- Here and not on the person: this table is not synced, and its rows are deleted with the person's data.
  network_hash text check (network_hash ~ '^[A-Za-z0-9_-]{22}$'),
  primary key (visitor_id, gallery_id),
  constraint visitor_people_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete cascade
);
create index visitor_people_person on public.visitor_people (account_id, gallery_id, person_id);
comment on column public.visitor_people.network_hash is 'Hash of the network that the browser first acted from, with the gallery''s id; null for browsers from before it was stored.';

-- Links that bring a guest to another device, stored as hashes. Server only.
create table public.person_tokens (
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43,64}$'),
  account_id text not null,
  gallery_id text not null,
  person_id text not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint person_tokens_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete cascade
);
create index person_tokens_person on public.person_tokens (account_id, gallery_id, person_id);
create index person_tokens_expires on public.person_tokens (expires_at);

create table public.pick_lists (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  -- Of favourites: the person whose list it is. Null: the studio's selection.
  owner_person_id text,
  kind text not null check (kind in ('favourites', 'selection')),
  name text not null default '' check (length(name) <= 120),
  -- A person's first list, which the heart fills.
  is_default boolean not null default false,
  status text not null default 'open' check (status in ('open', 'submitted', 'locked')),
  -- A selection's people: everybody who is invited with the right to select, or those of list_people.
  for_everyone boolean not null default true,
  min_count integer check (min_count between 1 and 10000),
  max_count integer check (max_count between 1 and 10000),
  included_count integer check (included_count between 0 and 10000),
  due_at timestamptz(3),
  allow_after_due boolean not null default false,
  -- Rises with every pick, so that a submission names exactly what it submits.
  version integer not null default 0 check (version >= 0),
  round integer not null default 0 check (round >= 0),
  submitted_at timestamptz(3),
  reminded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (account_id, gallery_id, id),
  unique (account_id, id),
  constraint pick_lists_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint pick_lists_owner foreign key (account_id, gallery_id, owner_person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete cascade,
  constraint pick_lists_owned check ((kind = 'favourites') = (owner_person_id is not null)),
  constraint pick_lists_default check (not is_default or kind = 'favourites'),
  constraint pick_lists_limits check (min_count <= max_count and included_count <= max_count)
);
create unique index pick_lists_one_default on public.pick_lists (owner_person_id) where is_default;
create index pick_lists_gallery on public.pick_lists (account_id, gallery_id, created_at, id);
create index pick_lists_owner on public.pick_lists (account_id, gallery_id, owner_person_id);
create index pick_lists_status on public.pick_lists (account_id, status, submitted_at, id) where kind = 'selection';
create index pick_lists_deleted on public.pick_lists (deleted_at) where deleted_at is not null;
create index pick_lists_due on public.pick_lists (due_at) where due_at is not null and status = 'open';
create trigger pick_lists_touch before update on public.pick_lists
  for each row execute function public.touch_updated_at();
-- Opening a selection again makes its earlier submission final: the version rises, so that a submission that was sent
-- twice, or from a page of before, cannot close the new round.
create function public.raise_reopened_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
create trigger pick_lists_reopen before update on public.pick_lists for each row
  when (old.status <> 'open' and new.status = 'open') execute function public.raise_reopened_version();
comment on table public.pick_lists is 'Favourites belong to one person, who may keep several lists. A selection is set up by the studio and filled by one or more invited people.';
comment on column public.pick_lists.included_count is 'Photos without further charge; null: all.';
comment on column public.pick_lists.due_at is 'The end of the last day on which the selection may be changed, in the studio''s zone.';
comment on column public.pick_lists.round is 'Number of submissions.';

-- The price of a photo beyond the included ones. A table of its own: assistants'' windows have no amounts.
create table public.pick_list_prices (
  list_id text primary key,
  account_id text not null,
  extra_price integer not null check (extra_price > 0),
  constraint pick_list_prices_list foreign key (account_id, list_id)
    references public.pick_lists (account_id, id) on delete cascade
);
create index pick_list_prices_list on public.pick_list_prices (account_id, list_id);
comment on column public.pick_list_prices.extra_price is 'Minor units of the account''s currency.';

-- The people of a selection that is not for everyone.
create table public.list_people (
  list_id text not null,
  person_id text not null,
  account_id text not null,
  gallery_id text not null,
  primary key (list_id, person_id),
  constraint list_people_list foreign key (account_id, gallery_id, list_id)
    references public.pick_lists (account_id, gallery_id, id) on delete cascade,
  constraint list_people_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete cascade
);
create index list_people_person on public.list_people (account_id, gallery_id, person_id);
create index list_people_list on public.list_people (account_id, gallery_id, list_id);

-- One person's opinion on a photo, in one list.
create table public.picks (
  list_id text not null,
  photo_id text not null,
  person_id text not null,
  account_id text not null,
  gallery_id text not null,
  state text not null default 'pick' check (state in ('pick', 'maybe', 'reject')),
  rating smallint not null default 0 check (rating between 0 and 5),
  label text check (label in ('red', 'yellow', 'green', 'blue', 'purple')),
  at timestamptz(3) not null default now(),
  primary key (list_id, photo_id, person_id),
  constraint picks_list foreign key (account_id, gallery_id, list_id)
    references public.pick_lists (account_id, gallery_id, id) on delete cascade,
  constraint picks_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on delete cascade,
  constraint picks_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete cascade
);
create index picks_gallery on public.picks (account_id, gallery_id, at, list_id, photo_id, person_id);
create index picks_list on public.picks (account_id, gallery_id, list_id);
create index picks_photo on public.picks (account_id, gallery_id, photo_id);
create index picks_person on public.picks (account_id, gallery_id, person_id);
comment on column public.picks.state is 'Only `pick` counts: limits and prices count distinct photos with a pick.';

-- What was submitted, as it was. Never changed.
create table public.pick_rounds (
  list_id text not null,
  round integer not null check (round > 0),
  account_id text not null,
  gallery_id text not null,
  photo_ids jsonb not null check (jsonb_typeof(photo_ids) = 'array'),
  note text not null default '' check (length(note) <= 2000),
  person_id text,
  submitted_at timestamptz(3) not null default now(),
  primary key (list_id, round),
  constraint pick_rounds_of_account unique (account_id, round, list_id),
  constraint pick_rounds_list foreign key (account_id, gallery_id, list_id)
    references public.pick_lists (account_id, gallery_id, id) on delete cascade,
  constraint pick_rounds_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete set null (person_id)
);
create index pick_rounds_list on public.pick_rounds (account_id, gallery_id, list_id);
create index pick_rounds_person on public.pick_rounds (account_id, gallery_id, person_id);
comment on column public.pick_rounds.photo_ids is 'Ids of the picked photos, in the gallery''s order; deleted and moved photos stay listed.';

create table public.pick_round_charges (
  list_id text not null,
  round integer not null check (round > 0),
  account_id text not null,
  extra_count integer not null check (extra_count > 0),
  amount integer not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payment_id text,
  primary key (list_id, round),
  constraint pick_round_charges_round foreign key (account_id, round, list_id)
    references public.pick_rounds (account_id, round, list_id) on delete cascade,
  constraint pick_round_charges_payment foreign key (account_id, payment_id)
    references public.payments (account_id, id) on delete set null (payment_id)
);
create index pick_round_charges_list on public.pick_round_charges (account_id, round, list_id);
create index pick_round_charges_payment on public.pick_round_charges (account_id, payment_id);
comment on table public.pick_round_charges is 'Extra photos of a round. The pending payment is of the gallery''s session; null without one.';

create table public.photo_comments (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  photo_id text not null,
  -- The version of the photo that pin and strokes are drawn on.
  file_id text not null check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  list_id text,
  parent_id text,
  person_id text,
  user_id uuid,
  body text not null check (length(body) <= 2000),
  pin_x double precision check (pin_x between 0 and 1),
  pin_y double precision check (pin_y between 0 and 1),
  strokes jsonb not null default '[]'
    check (jsonb_typeof(strokes) = 'array' and length(strokes::text) <= 16000),
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (account_id, gallery_id, id),
  constraint photo_comments_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on delete cascade,
  constraint photo_comments_list foreign key (account_id, gallery_id, list_id)
    references public.pick_lists (account_id, gallery_id, id) on delete set null (list_id),
  constraint photo_comments_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete cascade,
  constraint photo_comments_parent foreign key (account_id, gallery_id, parent_id)
    references public.photo_comments (account_id, gallery_id, id) on delete cascade,
  constraint photo_comments_author check ((person_id is null) <> (user_id is null)),
  constraint photo_comments_pin check ((pin_x is null) = (pin_y is null)),
  constraint photo_comments_content check (body <> '' or strokes <> '[]'::jsonb)
);
create index photo_comments_gallery on public.photo_comments (account_id, gallery_id, created_at, id);
create index photo_comments_photo on public.photo_comments (account_id, gallery_id, photo_id);
create index photo_comments_list on public.photo_comments (account_id, gallery_id, list_id);
create index photo_comments_person on public.photo_comments (account_id, gallery_id, person_id);
create index photo_comments_parent on public.photo_comments (account_id, gallery_id, parent_id);
create index photo_comments_deleted on public.photo_comments (deleted_at) where deleted_at is not null;
create trigger photo_comments_touch before update on public.photo_comments
  for each row execute function public.touch_updated_at();
comment on column public.photo_comments.strokes is 'Lines drawn on the photo: lists of points, fractions of width and height.';
comment on column public.photo_comments.user_id is 'Null unless the studio wrote it.';

alter table public.gallery_people enable row level security;
alter table public.visitor_people enable row level security;
alter table public.person_tokens enable row level security;
alter table public.pick_lists enable row level security;
alter table public.pick_list_prices enable row level security;
alter table public.list_people enable row level security;
alter table public.picks enable row level security;
alter table public.pick_rounds enable row level security;
alter table public.pick_round_charges enable row level security;
alter table public.photo_comments enable row level security;
revoke all on public.gallery_people, public.visitor_people, public.person_tokens, public.pick_lists,
  public.pick_list_prices, public.list_people, public.picks, public.pick_rounds, public.pick_round_charges,
  public.photo_comments from anon, authenticated;
