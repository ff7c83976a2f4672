//! Finds circles among things that refer to each other (W-039): places in places, containers in containers, prerequisites.
//! It works in one pass without recursion, whatever the length of a chain.

/// For every node the number of its component: two nodes have the same number when each leads to the other. A reference
/// closes a circle exactly when both its ends have the same number.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut component = vec![UNSEEN; edges.len()];
    let mut stack = Vec::new();
    let mut next_order = 0;
    let mut next_component = 0;
    for root in 0..edges.len() {
        if order[root] != UNSEEN {
            continue;
        }
        // Each frame is a node and how many of its edges were followed.
        let mut frames = vec![(root, 0)];
        while let Some((node, followed)) = frames.pop() {
            if followed == 0 {
                order[node] = next_order;
                low[node] = next_order;
                next_order += 1;
                stack.push(node);
            }
            if let Some(&to) = edges[node].get(followed) {
                frames.push((node, followed + 1));
                if order[to] == UNSEEN {
                    frames.push((to, 0));
                } else if component[to] == UNSEEN {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            if low[node] == order[node] {
                while let Some(member) = stack.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
            if let Some((parent, _)) = frames.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    /// The edges that close a circle.
    fn closing(edges: &[&[usize]]) -> Vec<(usize, usize)> {
        let edges: Vec<Vec<usize>> = edges.iter().map(|to| to.to_vec()).collect();
        let component = components(&edges);
        let all = edges
            .iter()
            .enumerate()
            .flat_map(|(from, to)| to.iter().map(move |to| (from, *to)));
        all.filter(|(from, to)| component[*from] == component[*to])
            .collect()
    }

    #[test]
    fn w039_every_member_of_a_circle_and_nothing_that_leads_into_it() {
        assert_eq!(closing(&[&[1], &[2], &[]]), []);
        assert_eq!(closing(&[&[0]]), [(0, 0)]);
        assert_eq!(closing(&[&[1], &[0]]), [(0, 1), (1, 0)]);
        assert_eq!(closing(&[&[1], &[2], &[1]]), [(1, 2), (2, 1)]);
        assert_eq!(
            closing(&[&[1, 2], &[0], &[3], &[2], &[0, 3]]),
            [(0, 1), (1, 0), (2, 3), (3, 2)]
        );
        assert_eq!(
            closing(&[&[1], &[2], &[0, 3], &[]]),
            [(0, 1), (1, 2), (2, 0)]
        );
    }

    #[test]
    fn w039_long_chains_do_not_exhaust_the_stack() {
        let mut edges: Vec<Vec<usize>> = (1..200_000).map(|next| vec![next]).collect();
        edges.push(vec![0]);
        assert_eq!(components(&edges), vec![0; 200_000]);
    }
}
