-- A question about a document in Needs More Info: what is missing, and who is asked. It is deleted with the document. A
-- document has one open question at most. Links for people without an account would be a table of their own.
CREATE TABLE document_question (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number. Later questions have larger ones.
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,  -- The document.
  county_id integer REFERENCES county,                  -- The county it was asked in, where it stays. Null: none.
  asked_by integer NOT NULL REFERENCES account,         -- Who asked.
  asked_at timestamptz(3) NOT NULL,                     -- When.
  person_id integer NOT NULL REFERENCES account,        -- Who is asked.
  points text[] NOT NULL,                               -- What is missing: usual points of the county, as they were then.
  text text NOT NULL,                                   -- What the asker wrote. Empty: nothing.
  due_on date,                                          -- The due day in the portal's zone. Null: none.
  run_number integer REFERENCES document_run,           -- The run that asked about many documents. Null: none did.
  mailed_at timestamptz(3),                             -- When the first e-mail was queued. Null: none was.
  remind_on date,                                       -- The day of the next reminder. Null: none follows.
  reminders smallint NOT NULL DEFAULT 0,                -- How many reminders were sent.
  reminded_at timestamptz(3),                           -- When the last one was. Null: none was.
  answered_by integer REFERENCES account,               -- Who answered. Null: nobody has.
  answered_at timestamptz(3),                           -- When.
  answer text,                                          -- What they wrote. Empty: nothing.
  withdrawn_by integer REFERENCES account,              -- Who withdrew it. Null: nobody has, or a command did.
  withdrawn_at timestamptz(3),                          -- When it was withdrawn, also by a change of the status.
  CONSTRAINT document_question_asks CHECK (points <> '{}' OR text <> ''),
  CONSTRAINT document_question_answered CHECK (num_nulls(answered_by, answered_at, answer) IN (0, 3)),
  CONSTRAINT document_question_closed_once CHECK (answered_at IS NULL OR withdrawn_at IS NULL)
);
CREATE UNIQUE INDEX document_question_open ON document_question (document_id) WHERE answered_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX document_question_thread ON document_question (document_id, number DESC);
-- The open questions of a person.
CREATE INDEX document_question_of_person ON document_question (person_id, number DESC) WHERE answered_at IS NULL AND withdrawn_at IS NULL;
-- Open questions that get a reminder.
CREATE INDEX document_question_reminder ON document_question (remind_on, person_id) WHERE answered_at IS NULL AND withdrawn_at IS NULL;
-- Open questions of runs that have no e-mail yet.
CREATE INDEX document_question_unmailed ON document_question (run_number, person_id)
  WHERE answered_at IS NULL AND withdrawn_at IS NULL AND mailed_at IS NULL;

-- A document that was uploaded as an answer.
CREATE TABLE question_answer_file (
  question_number integer NOT NULL REFERENCES document_question ON DELETE CASCADE,  -- The question.
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,  -- The document.
  PRIMARY KEY (question_number, document_id)
);
CREATE INDEX question_answer_file_document ON question_answer_file (document_id);

-- What people of a county usually miss, to choose from.
CREATE TABLE county_question_point (
  county_id integer NOT NULL REFERENCES county,         -- The county.
  position smallint NOT NULL,                           -- Its place in the list, from 1.
  text text NOT NULL CHECK (text <> ''),                -- Such as: The signature of the owner.
  PRIMARY KEY (county_id, position)
);
