-- The owner chooses the languages of the site, the default of readers without a choice, and a
-- description for search engines and feeds.

ALTER TABLE site_identity ADD COLUMN languages text DEFAULT '["zh-CN","en"]' NOT NULL
  CHECK (languages IN ('["zh-CN","en"]', '["zh-CN"]', '["en"]'));

-- The default is one of the offered languages.
ALTER TABLE site_identity ADD COLUMN default_language text DEFAULT 'zh-CN' NOT NULL
  CHECK (default_language IN ('zh-CN', 'en') AND instr(languages, '"' || default_language || '"') > 0);

ALTER TABLE site_identity ADD COLUMN description_zh text CHECK (length(description_zh) <= 300);

ALTER TABLE site_identity ADD COLUMN description_en text CHECK (length(description_en) <= 300);
