using Grpc.Core;
using Grpc.Reflection.V1;

namespace Grpc.AspNetCore.Server.Reflection;

/// <summary><c>grpc.reflection.v1</c>.</summary>
internal sealed class ReflectionService(ReflectionAnswers answers) : ServerReflection.ServerReflectionBase
{
    public override Task ServerReflectionInfo(
        IAsyncStreamReader<ServerReflectionRequest> requestStream,
        IServerStreamWriter<ServerReflectionResponse> responseStream,
        ServerCallContext context) => answers.AnswerAsync(requestStream, responseStream);
}
