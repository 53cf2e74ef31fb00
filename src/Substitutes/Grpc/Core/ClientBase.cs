namespace Grpc.Core;

/// <summary>What generated clients have in common.</summary>
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

    /// <summary>How a client is configured.</summary>
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
