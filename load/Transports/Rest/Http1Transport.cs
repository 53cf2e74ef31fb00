namespace Load.Transports.Rest;

/// <summary>REST as people use it, over HTTP/1.1: a kept-alive connection for each caller.</summary>
/// <param name="service">http or https.</param>
/// <param name="form">Whether files that are submitted go in a form; otherwise they are the body.</param>
internal sealed class Http1Transport(Uri service, bool form) : ITransport
{
    public WireCounter Wire { get; } = new();

    public ICaller NewCaller(int number) => new Http1Caller(service, form, Wire);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
