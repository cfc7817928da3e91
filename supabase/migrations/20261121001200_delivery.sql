-- Where the link of an invite leads once it was used; null means the gallery.
alter table public.grant_tokens add column redirect_to text
  check (length(redirect_to) <= 2000 and redirect_to ~ '^/([^/\\]|$)');

-- One live invitation a person and gallery: asking again sends again. Revoked ones stay as history.
create unique index grants_one_active on public.grants (account_id, gallery_id, email) where status <> 'revoked';

-- The small copy that link previews show, under an address of its own that nobody can guess and that ends with the
-- row. Made only for galleries that anyone with the link may see.
create table public.og_pictures (
  gallery_id text primary key,
  account_id text not null,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{43}$'),
  -- Whose pixels it shows: when the cover changes, the copy is another one.
  file_id text not null,
  created_at timestamptz(3) not null default now(),
  constraint og_pictures_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);

alter table public.og_pictures enable row level security;
revoke all on public.og_pictures from anon, authenticated;
