namespace Grpc.Core;

/// <summary>The base of all generated clients.</summary>
public abstract class ClientBase
{
    private readonly ClientBaseConfiguration? _configuration;

    protected ClientBase()
    {
    }

    protected ClientBase(ClientBaseConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        _configuration = configuration;
    }

    protected ClientBase(ChannelBase channel)
        : this((channel ?? throw new ArgumentNullException(nameof(channel))).CreateCallInvoker())
    {
    }

    protected ClientBase(CallInvoker callInvoker)
        : this(new ClientBaseConfiguration(callInvoker))
    {
    }

    protected CallInvoker CallInvoker => Configuration.CallInvoker;

    // A test double overrides the methods and has no invoker.
    private protected ClientBaseConfiguration Configuration =>
        _configuration ?? throw new InvalidOperationException("This client was made without a channel.");

    /// <summary>The configuration of a client.</summary>
    protected internal class ClientBaseConfiguration
    {
        internal ClientBaseConfiguration(CallInvoker callInvoker)
        {
            ArgumentNullException.ThrowIfNull(callInvoker);
            CallInvoker = callInvoker;
        }

        internal CallInvoker CallInvoker { get; }
    }
}
