namespace Grpc.Core;

/// <summary>The outcome of a call: the code, and a text for a person who debugs it.</summary>
/// <param name="statusCode">The outcome.</param>
/// <param name="detail">Sent to the client; empty when there is nothing to add.</param>
/// <param name="debugException">The local cause; never sent.</param>
public readonly struct Status(StatusCode statusCode, string detail, Exception? debugException)
{
    public static readonly Status DefaultSuccess = new(StatusCode.OK, "");
    public static readonly Status DefaultCancelled = new(StatusCode.Cancelled, "");

    public Status(StatusCode statusCode, string detail)
        : this(statusCode, detail, null)
    {
    }

    public StatusCode StatusCode { get; } = statusCode;

    public string Detail { get; } = detail;

    public Exception? DebugException { get; } = debugException;

    public override string ToString()
    {
        var cause = DebugException is null ? "" : $", DebugException=\"{DebugException.GetType()}: {DebugException.Message}\"";
        return $"Status(StatusCode=\"{StatusCode}\", Detail=\"{Detail}\"{cause})";
    }
}
