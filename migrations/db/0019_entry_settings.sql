INSERT INTO site_settings (key, value) VALUES
  ('registration.invite_only', 0), ('registration.challenge', 0), ('review.newcomers', 0), ('links.newcomers_limited', 0);
