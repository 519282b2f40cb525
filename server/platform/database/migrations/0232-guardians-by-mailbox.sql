-- Brothers and sisters of a learner are found by the addresses of their guardians, at each call for help.
create index guardian_links_by_mailbox on guardian_links (mailbox_of(guardian_email));
