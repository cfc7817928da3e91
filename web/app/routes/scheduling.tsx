import type { RouteObject } from 'react-router-dom';
import { CalendarPage } from '#web/features/scheduling/calendar/calendar-page.tsx';
import { LocationsPage } from '#web/features/scheduling/locations/locations-page.tsx';
import { BookingRulesPage } from '#web/features/scheduling/rules/booking-rules-page.tsx';
import { TypePage } from '#web/features/scheduling/types/type-page.tsx';
import { TypesPage } from '#web/features/scheduling/types/types-page.tsx';
import { newSessionHref, paths, sessionHref, sessionTypeHref } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';
import { SchedulingTabs, SettingsTabs } from '../tabs.tsx';

const { booking, locations, scheduling, sessionType, sessionTypes } = paths;
const tabs = <SchedulingTabs />;
const settings = <SettingsTabs />;

/** Routes of the calendar, session types, locations, plans and booking rules. */
export const schedulingRoutes: RouteObject[] = [
  {
    path: scheduling,
    element: requireCapability(
      'sessions.read',
      <CalendarPage tabs={tabs} sessionHref={sessionHref} newSessionHref={newSessionHref} />,
    ),
  },
  {
    path: sessionTypes,
    element: requireCapability('sessions.read', <TypesPage tabs={tabs} sessionTypeHref={sessionTypeHref} />),
  },
  {
    path: sessionType,
    element: requireCapability(
      'scheduling.write',
      <TypePage
        sessionTypes={sessionTypes}
        sessionTypeHref={sessionTypeHref}
        locations={locations}
        booking={booking}
      />,
    ),
  },
  { path: locations, element: requireCapability('sessions.read', <LocationsPage tabs={settings} />) },
  {
    path: booking,
    element: requireCapability('scheduling.write', <BookingRulesPage tabs={settings} sessionTypes={sessionTypes} />),
  },
];
