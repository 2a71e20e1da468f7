import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useServiceState } from '#web/api/service-state.ts';
import { offerTour } from '#web/stores/tour.ts';
import { paths } from '#web/url/paths.ts';

/** Offers the first steps on the home page, once it works. Who came by a colleague's link has something else in mind. */
export function useFirstVisit(): void {
  const isHome = useLocation().pathname === paths.home();
  const isUsable = useServiceState() === 'ok';
  useEffect(() => {
    if (isHome && isUsable) offerTour();
  }, [isHome, isUsable]);
}
