-- IANA names. The zone that the user chose; null follows the browser.
ALTER TABLE users ADD COLUMN time_zone TEXT;
-- The zone of the user's browser, for mails. Null until a page has reported it.
ALTER TABLE users ADD COLUMN browser_time_zone TEXT;
