//! A world's folder keys, written again from its current revision after a crash. Harmless at any time; never changes a row.

use talekeep_store::Claimed;

use crate::Failure;

pub(crate) async fn perform(claimed: &Claimed) -> Result<(), Failure> {
    let Some(world) = claimed.job.subject else {
        return Err(talekeep_store::Error::NotFound.into());
    };
    match claimed.workspace.worlds().project(world).await {
        // It went to the trash meanwhile: there is no folder to bring up to date.
        Err(talekeep_store::Error::NotFound) => Ok(()),
        done => Ok(done?),
    }
}
