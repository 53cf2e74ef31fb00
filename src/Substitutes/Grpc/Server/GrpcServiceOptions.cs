namespace Grpc.AspNetCore.Server;

/// <summary>The options of every service, or of one (<see cref="GrpcServiceOptions{TService}"/>), which wins where set.</summary>
public class GrpcServiceOptions
{
    internal const int DefaultMaxReceiveMessageSize = 4 * 1024 * 1024;

    /// <summary>
    /// Bytes of a request message, 4 MB by default; null for no limit. A larger one ends the call with RESOURCE_EXHAUSTED, unread.
    /// </summary>
    public int? MaxReceiveMessageSize
    {
        get;
        set
        {
            field = value;
            IsMaxReceiveMessageSizeSet = true;
        }
    } = DefaultMaxReceiveMessageSize;

    /// <summary>Bytes of a response message; null, the default, for no limit. A larger one ends the call with RESOURCE_EXHAUSTED.</summary>
    public int? MaxSendMessageSize
    {
        get;
        set
        {
            field = value;
            IsMaxSendMessageSizeSet = true;
        }
    }

    /// <summary>Tells clients the text of an unexpected exception. Off by default: it may hold secrets.</summary>
    public bool? EnableDetailedErrors { get; set; }

    /// <summary>Leaves calls to unknown services and methods to the rest of the application instead of answering UNIMPLEMENTED.</summary>
    public bool? IgnoreUnknownServices { get; set; }

    // Null means "no limit", so a flag says whether it was set at all.
    internal bool IsMaxReceiveMessageSizeSet { get; private set; }

    internal bool IsMaxSendMessageSizeSet { get; private set; }
}

/// <summary>The options of one service.</summary>
public class GrpcServiceOptions<TService> : GrpcServiceOptions
    where TService : class;
