//! Which folder names of a root are taken: by worlds (also in the trash) and by imports on their way. Names compare in NFC
//! lower case (S5), so that no file system ever sees two that it takes for one.

use std::collections::HashSet;

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use crate::database::now;
use crate::rows::folders as rows;
use crate::{Conflict, Error, Result, keys, names};

/// Names that begin alike and are looked at; far more than anybody makes.
const LOOKED_AT: u64 = 10_000;

/// Takes the wanted name or the first of `-2`, `-3`, … that is free, within the caller's transaction.
pub(crate) async fn reserve(
    on: &impl ConnectionTrait,
    workspace: Uuid,
    wanted: &str,
    world: Option<Uuid>,
    import: Option<Uuid>,
) -> Result<String> {
    keys::check_part(wanted)?;
    let fold = names::fold(wanted);
    let end = format!("{fold}.");
    let taken: Vec<String> = rows::Entity::find()
        .select_only()
        .column(rows::Column::FolderFold)
        .filter(rows::Column::Workspace.eq(workspace))
        // "mira" itself and everything from "mira-" up to before "mira."; '.' comes right after '-'.
        .filter(rows::Column::FolderFold.gte(fold.clone()))
        .filter(rows::Column::FolderFold.lt(end))
        .limit(LOOKED_AT)
        .into_tuple()
        .all(on)
        .await?;
    let taken: HashSet<String> = taken.into_iter().collect();
    for number in 1..=LOOKED_AT + 1 {
        let name = if number == 1 {
            wanted.to_owned()
        } else {
            with_number(wanted, number)
        };
        let fold = names::fold(&name);
        if taken.contains(&fold) {
            continue;
        }
        let row = rows::ActiveModel {
            workspace: Set(workspace),
            folder_fold: Set(fold),
            folder: Set(name.clone()),
            world: Set(world),
            import: Set(import),
            created_at: Set(now()),
        };
        let insert =
            rows::Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
        // Nothing inserted: somebody took it since we looked.
        if insert.exec_without_returning(on).await? == 1 {
            return Ok(name);
        }
    }
    Err(Error::Conflict(Conflict::Taken(wanted.to_owned())))
}

/// The name belongs to this world from now on.
pub(crate) async fn settle(
    on: &impl ConnectionTrait,
    workspace: Uuid,
    folder: &str,
    world: Uuid,
) -> Result<()> {
    let row = rows::ActiveModel {
        workspace: Set(workspace),
        folder_fold: Set(names::fold(folder)),
        world: Set(Some(world)),
        ..Default::default()
    };
    match rows::Entity::update(row).exec(on).await {
        Ok(_) => Ok(()),
        // Given back by the sweep in between: whoever reserved it was gone for an hour.
        Err(sea_orm::DbErr::RecordNotUpdated) => Err(Error::state("reserved", "free")),
        Err(error) => Err(error.into()),
    }
}

/// The name is free again.
pub(crate) async fn free(on: &impl ConnectionTrait, workspace: Uuid, folder: &str) -> Result<()> {
    rows::Entity::delete_by_id((workspace, names::fold(folder)))
        .exec(on)
        .await?;
    Ok(())
}

/// The name with its number, still short enough to be a part of a key.
fn with_number(wanted: &str, number: u64) -> String {
    let end = format!("-{number}");
    let mut cut = wanted.len().min(keys::PART_BYTES - end.len());
    while !wanted.is_char_boundary(cut) {
        cut -= 1;
    }
    format!("{}{end}", &wanted[..cut])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_stay_short_enough() {
        assert_eq!(with_number("mira", 2), "mira-2");
        let long = "月".repeat(keys::PART_BYTES / 3);
        let name = with_number(&long, 10_000);
        assert!(name.ends_with("月-10000") && keys::check_part(&name).is_ok());
    }
}
