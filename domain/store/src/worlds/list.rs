//! The library's pages. Each order has its index and a page seeks to where the last one ended; only a text search walks.

use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr, Order};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Value,
};

use uuid::Uuid;

use super::{Sort, World, WorldQuery};
use crate::database::statement;
use crate::page::{self, Cursor};
use crate::rows::{world_tags, worlds as rows};
use crate::{Page, Result, Workspace, names};

/// Worlds of a tag that are looked up by their ids.
const RARE: u64 = 500;

pub(super) async fn list(workspace: &Workspace, query: &WorldQuery) -> Result<Page<World>> {
    let limit = page::limit(query.limit);
    let (column, order) = match query.sort {
        Sort::Recent => (rows::Column::UpdatedAt, Order::Desc),
        Sort::Created => (rows::Column::CreatedAt, Order::Desc),
        Sort::Name => (rows::Column::NameFold, Order::Asc),
    };
    let mut find = rows::Entity::find()
        .filter(rows::Column::Workspace.eq(workspace.id))
        .filter(rows::Column::TrashedAt.is_null())
        .filter(rows::Column::Listed.eq(true))
        .order_by(column, order.clone())
        .order_by(rows::Column::Id, order.clone())
        .limit(limit + 1);
    if let Some(text) = query
        .query
        .as_deref()
        .map(names::fold)
        .filter(|text| !text.trim().is_empty())
    {
        names::no_nul("query", &text)?;
        for word in text.split_whitespace() {
            let pattern = LikeExpr::new(contains(word)).escape('!');
            find = find.filter(rows::Column::Search.like(pattern));
        }
    }
    if let Some(tag) = &query.tag {
        names::no_nul("tag", tag)?;
        find = find.filter(tagged(workspace, names::fold(tag)).await?);
    }
    if let Some(after) = &query.after {
        let Cursor(key, id) = Cursor::read(after)?;
        let key: Value = match query.sort {
            Sort::Name => key.into(),
            Sort::Recent | Sort::Created => page::moment(&key)?.into(),
        };
        // The first condition alone lets both databases seek; the second only cuts among equals.
        find = find.filter(match order {
            Order::Desc => Condition::all().add(column.lte(key.clone())).add(
                Condition::any()
                    .add(column.lt(key))
                    .add(rows::Column::Id.lt(id)),
            ),
            _ => Condition::all().add(column.gte(key.clone())).add(
                Condition::any()
                    .add(column.gt(key))
                    .add(rows::Column::Id.gt(id)),
            ),
        });
    }
    let found = find.all(&workspace.inner.database.rows).await?;
    let cursor = |row: &rows::Model| {
        let key = match query.sort {
            Sort::Recent => row.updated_at.timestamp_micros().to_string(),
            Sort::Created => row.created_at.timestamp_micros().to_string(),
            Sort::Name => row.name_fold.clone(),
        };
        Cursor(key, row.id)
    };
    page::cut(found, limit, cursor, World::try_from)
}

pub(super) async fn tags(workspace: &Workspace) -> Result<Vec<(String, u64)>> {
    #[derive(FromQueryResult)]
    struct Counted {
        tag: String,
        worlds: i64,
    }
    let rows = &workspace.inner.database.rows;
    let count = "SELECT MIN(t.tag) AS tag, COUNT(*) AS worlds FROM world_tags t JOIN worlds w ON w.id = t.world \
        WHERE t.workspace = $1 AND w.trashed_at IS NULL AND w.listed GROUP BY t.tag_fold \
        ORDER BY worlds DESC, t.tag_fold LIMIT 200";
    let counted = Counted::find_by_statement(statement(rows, count, [workspace.id.into()]))
        .all(rows)
        .await?;
    Ok(counted
        .into_iter()
        .map(|row| (row.tag, u64::try_from(row.worlds).unwrap_or(0)))
        .collect())
}

/// Worlds with a tag. A rare tag is looked up first; a common one is checked along the order of the page, which fills quickly.
async fn tagged(workspace: &Workspace, tag: String) -> Result<Condition> {
    let with_tag = world_tags::Entity::find()
        .select_only()
        .column(world_tags::Column::World)
        .filter(world_tags::Column::Workspace.eq(workspace.id))
        .filter(world_tags::Column::TagFold.eq(tag));
    let some: Vec<Uuid> = with_tag
        .clone()
        .limit(RARE)
        .into_tuple()
        .all(&workspace.inner.database.rows)
        .await?;
    Ok(Condition::all().add(if (some.len() as u64) < RARE {
        rows::Column::Id.is_in(some)
    } else {
        let of_this = Expr::col((world_tags::Entity, world_tags::Column::World))
            .equals((rows::Entity, rows::Column::Id));
        Expr::exists(with_tag.filter(of_this).into_query())
    }))
}

/// A LIKE pattern for text that is anywhere; the text's own `%`, `_` and `!` mean themselves.
fn contains(text: &str) -> String {
    format!(
        "%{}%",
        text.replace('!', "!!")
            .replace('%', "!%")
            .replace('_', "!_")
    )
}
