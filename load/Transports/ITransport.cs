namespace Load.Transports;

/// <summary>A way to the service: its connections, shared by all callers.</summary>
internal interface ITransport : IAsyncDisposable
{
    ICaller NewCaller(int number);
}
