-- The social media of a studio are a list, also by default. Only this value differs from the former function.
create or replace function public.default_settings() returns table (key text, value jsonb)
language sql immutable set search_path = '' as $$
  values
    ('theme.template', '"modern"'::jsonb),
    ('theme.primaryColor', '"#3B82F6"'),
    ('theme.secondaryColor', '"#1E40AF"'),
    ('theme.accentColor', '"#EF4444"'),
    ('theme.backgroundColor', '"#FFFFFF"'),
    ('theme.textColor', '"#111827"'),
    ('theme.headingFont', '"Inter"'),
    ('theme.bodyFont', '"Inter"'),
    ('theme.menuFont', '"Inter"'),
    ('theme.containerWidth', '"standard"'),
    ('theme.spacing', '"standard"'),
    ('theme.borderRadius', '"medium"'),
    ('theme.imageStyle', '"standard"'),
    ('theme.animationStyle', '"minimal"'),
    ('theme.menuStyle', '"standard"'),
    ('theme.menuPosition', '"top"'),
    ('theme.menuBehavior', '"sticky"'),
    ('theme.menuTransparency', '"glass"'),
    ('theme.updatedAt', '0'),
    ('theme.logoUrl', '""'),
    ('currency', '{"symbol": "€", "code": "EUR", "position": "before"}'),
    ('photographer', '{"businessName": "", "email": "", "phone": "", "address": "", "website": "", "socialMedia": [],
      "bio": "", "profilePhoto": "", "coverPhoto": "", "lockedDays": []}'),
    ('cms.settings', '{"defaultPage": "", "customDomainEnabled": false}')
$$;

update public.settings set value = value || '{"socialMedia": []}'
  where key = 'photographer' and value -> 'socialMedia' = '{}';
