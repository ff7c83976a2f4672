//! The check on plots (section 12).

use super::Hits;
use super::sight::Sight;
use super::spot::Spot;
use crate::model::PlotStart;
use crate::node::quoted;

/// Plots that are not over and have no way in. One that is under way goes on by its developments.
pub(super) fn without_hook(sight: &Sight<'_>, hits: &mut Hits) {
    for (at, plot) in sight.world.plots.iter().enumerate() {
        let live = match plot.start {
            PlotStart::Resolved | PlotStart::Abandoned => false,
            PlotStart::Engaged => plot.developments.is_empty(),
            PlotStart::Dormant | PlotStart::Available | PlotStart::Cooling => true,
        };
        if live && plot.hooks.is_empty() {
            hits.add(
                Spot::document("plots.json").nth(at).key("hooks"),
                format!("The plot {} has no hook.", quoted(&plot.name)),
            );
        }
    }
}
