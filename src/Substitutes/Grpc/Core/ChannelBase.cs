namespace Grpc.Core;

/// <summary>The way to one server.</summary>
public abstract class ChannelBase(string target)
{
    /// <summary>Host and port.</summary>
    public string Target { get; } = target;

    public abstract CallInvoker CreateCallInvoker();

    /// <summary>Ends the calls in flight.</summary>
    public Task ShutdownAsync() => ShutdownAsyncCore();

    protected virtual Task ShutdownAsyncCore() => Task.CompletedTask;
}
