namespace Hosting.Uploads;

/// <summary>How the sender of a body over HTTP/2 behaves when it is answered before the body's end.</summary>
internal enum EarlySender
{
    /// <summary>It stops for nothing but a reset, as a sender of a raw body does.</summary>
    StopsOnReset,

    /// <summary>It ends the stream, and does not reset it. It says so (<see cref="EarlyResponses.EndsWhenAnswered"/>).</summary>
    Ends,

    /// <summary>
    /// It sends nothing before it is asked to, and ends the stream when it is not. If it has sent something, it does not wait.
    /// </summary>
    Waits,

    /// <summary>
    /// It may be sending, and cancels its call when the answer comes. Clients of gRPC then send what they are just writing after their own
    /// reset, for which Kestrel ends the connection with all calls on it. So the answer waits for the end of the body, or for a pause; to
    /// come to one, a sender of much is held.
    /// </summary>
    MayStreamOn,
}
