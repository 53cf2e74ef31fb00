namespace Grpc.Tests.Internals;

public sealed class ServerServiceDefinitionTests
{
    [Fact]
    public void BindService_OfGeneratedCode_TellsEveryMethod()
    {
        var binder = new Names();
        Kinds.BindService(new KindsService()).BindService(binder);
        binder.Seen.ShouldBe(["Unary/Unary", "Collect/ClientStreaming", "Expand/ServerStreaming", "Converse/DuplexStreaming"]);
    }

    [Fact]
    public void BindService_BinderThatKnowsNothing_SaysSo() =>
        Should.Throw<NotImplementedException>(() => Kinds.BindService(new ServiceBinderBase(), new KindsService()));

    private sealed class Names : ServiceBinderBase
    {
        public List<string> Seen { get; } = [];

        public override void AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, UnaryServerMethod<TRequest, TResponse>? handler) => Add(method);

        public override void AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, ClientStreamingServerMethod<TRequest, TResponse>? handler) => Add(method);

        public override void AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, ServerStreamingServerMethod<TRequest, TResponse>? handler) => Add(method);

        public override void AddMethod<TRequest, TResponse>(
            Method<TRequest, TResponse> method, DuplexStreamingServerMethod<TRequest, TResponse>? handler) => Add(method);

        private void Add(IMethod method) => Seen.Add($"{method.Name}/{method.Type}");
    }
}
