namespace Grpc.Tests;

/// <summary>Does what the test says, and otherwise what <see cref="KindsService"/> does.</summary>
internal sealed class ScriptedService(Script script) : KindsService
{
    public override Task<Note> Unary(Note request, ServerCallContext context) =>
        script.Unary?.Invoke(request, context) ?? base.Unary(request, context);

    public override Task<Note> Collect(IAsyncStreamReader<Note> requestStream, ServerCallContext context) =>
        script.Collect?.Invoke(requestStream, context) ?? base.Collect(requestStream, context);

    public override Task Expand(Note request, IServerStreamWriter<Note> responseStream, ServerCallContext context) =>
        script.Expand?.Invoke(request, responseStream, context) ?? base.Expand(request, responseStream, context);

    public override Task Converse(
        IAsyncStreamReader<Note> requestStream, IServerStreamWriter<Note> responseStream, ServerCallContext context) =>
        script.Converse?.Invoke(requestStream, responseStream, context) ?? base.Converse(requestStream, responseStream, context);
}
