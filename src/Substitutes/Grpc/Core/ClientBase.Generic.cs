namespace Grpc.Core;

/// <summary>The base of a generated client.</summary>
public abstract class ClientBase<T> : ClientBase
    where T : ClientBase<T>
{
    protected ClientBase()
    {
    }

    protected ClientBase(ChannelBase channel)
        : base(channel)
    {
    }

    protected ClientBase(CallInvoker callInvoker)
        : base(callInvoker)
    {
    }

    protected ClientBase(ClientBaseConfiguration configuration)
        : base(configuration)
    {
    }

    /// <summary>The same client with another configuration.</summary>
    protected abstract T NewInstance(ClientBaseConfiguration configuration);
}
