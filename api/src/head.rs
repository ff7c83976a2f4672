//! HEAD works wherever GET does: routes only know GET, and the answer goes out without its body.
//! Never waits for a stream that only GET would read.

use actix_web::Error;
use actix_web::body::{BodySize, EitherBody, MessageBody, None as NoBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;

/// Middleware: the innermost of ours, so that the log and the door still see what was asked.
pub(crate) async fn head<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, NoBody>>, Error> {
    if req.method() != Method::HEAD {
        return Ok(next.call(req).await?.map_into_left_body());
    }
    req.head_mut().method = Method::GET;
    let response = next.call(req).await?;
    // A body of known size stays for its Content-Length; the server sends none of it to a HEAD.
    match response.response().body().size() {
        BodySize::Stream => Ok(response.map_body(|_, _| EitherBody::right(NoBody::new()))),
        BodySize::None | BodySize::Sized(_) => Ok(response.map_into_left_body()),
    }
}
