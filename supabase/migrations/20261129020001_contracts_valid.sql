alter table public.session_types validate constraint session_types_contract;
alter table public.session_types validate constraint session_types_questionnaire;
alter table public.messages validate constraint messages_kind_check;
alter table public.mail_templates validate constraint mail_templates_kind_check;
