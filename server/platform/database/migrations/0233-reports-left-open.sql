-- Reports that somebody opened and left open are looked at every five minutes (safety/escalate.ts), also those whose reader is erased.
create index safety_reports_left_open on safety_reports (seen_by) where state = 'seen';
