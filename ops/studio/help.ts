/** What `npm run studio -- --help` prints. */
export const HELP = `Shows the studios of an installation: sums and states, nothing of their clients, photos and mails; and acts on them.

  npm run studio -- list [--by stored|downloaded|newest] [--limit <number>]
  npm run studio -- show <studio>
  npm run studio -- usage <studio> [--month <YYYY-MM>]
  npm run studio -- log <studio>                          the acts on it, and how they ended
  npm run studio -- suspend|resume|close <studio> --reason "…"
  npm run studio -- credit <studio> <amount> --reason "…"     12.50: lowers the next bills, net of VAT
  npm run studio -- limits <studio> <limit>=<value> --reason "…"
  npm run studio -- takedown <studio> [--website | --gallery <id> [--photo <id>]] --reason "<facts>"
      --ground law|terms --rule "<provision or clause, and why>" --source notice|own|order [--territory <where>]
  npm run studio -- notices [--all]                       notices of illegal content that wait, or all
  npm run studio -- decide <notice> --decision acted|rejected --reason "<to who sent it>"
  npm run studio -- announcements                         the latest, with their ids
  npm run studio -- announce --kind incident|maintenance|info --en "…" --es "…" --ca "…" --until <time>
      [--from <time>] [--studios <studio>,<studio>]
  npm run studio -- retract <announcement>                ends it now
  npm run studio -- enter <studio> --email <your sign-in> --reason "…"
  npm run studio -- restore <studio> [--website | --gallery <id> [--photo <id>]] --reason "…"

  suspend closes its pages to clients and visitors; its members read and export. close is possible 76 days after suspend, or
  after an unpaid bill closed it.
  limits are stored=100GB, files=5000 and mails=200 (a day), galleries=500, sockets=200; =default ends the exception.
  enter asks the owners to let you read the studio for 1, 24 or 72 hours, with a sign-in of the product that has a second
  factor: galleries, photos, team and settings, without clients, sessions and money.
  takedown blocks a photo, a gallery, the website, or without any of them the studio: visitors get 451. The owners get a
  statement of reasons, made of these options (Regulation (EU) 2022/2065, art. 17).
  announce tells members of all studios, or of those that you name, in a banner. What all are told is also on /status,
  until 90 days after its end. Times are in UTC: 2027-02-01 or 2027-02-01T02:00Z; it begins now unless told.
  An act is a row that the product carries out, usually within seconds. The command waits for it and says how it ended: done,
  unchanged (it was so already), or refused: not_found, too_early, invalid. The studio reads it in its log, with the reason.

  <studio>         its id, the last part of its address, or its own domain
  --by <order>     which studios come first: those that store most (the default), whose clients downloaded most in this
                   UTC month, or the newest
  --limit <number> how many; 50 unless told
  --month <month>  a UTC month; this one unless told
  --json           prints JSON
  --reason <text>  why; the studio reads it
  --confirm <address>  answers the question for the studio's address
  --wait <seconds> how long it waits for an act, 0 to 600; 20 unless told
  --as <name>      who acts; this machine's user unless told
  --visible-from <day>  when the studio is told, at most 180 days from now: only for a legal order
  --stage <name>   whose database, when DATABASE_DIRECT_URL is not set
  --data <folder>  the installation that "npm start" runs on this data folder; .data unless told

It works in one transaction, with the rights of the role albumen_operator: sums, states, and new acts.`;
