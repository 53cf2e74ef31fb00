using Google.Protobuf.Reflection;
using Grpc.Core;
using Grpc.Reflection.V1;

namespace Grpc.AspNetCore.Server.Reflection;

/// <summary>Answers the questions of <c>grpc.reflection.v1</c> from the index.</summary>
internal sealed class ReflectionAnswers(Lazy<DescriptorIndex> index)
{
    public async Task AnswerAsync(
        IAsyncStreamReader<ServerReflectionRequest> requests, IServerStreamWriter<ServerReflectionResponse> responses)
    {
        while (await requests.MoveNext(CancellationToken.None).ConfigureAwait(false))
        {
            await responses.WriteAsync(Answer(requests.Current)).ConfigureAwait(false);
        }
    }

    private ServerReflectionResponse Answer(ServerReflectionRequest request)
    {
        var found = index.Value;
        var response = request.MessageRequestCase switch
        {
            ServerReflectionRequest.MessageRequestOneofCase.FileByFilename =>
                File(found.FindByName(request.FileByFilename), request.FileByFilename),
            ServerReflectionRequest.MessageRequestOneofCase.FileContainingSymbol =>
                File(found.FindBySymbol(request.FileContainingSymbol), request.FileContainingSymbol),
            ServerReflectionRequest.MessageRequestOneofCase.FileContainingExtension =>
                Extension(found, request.FileContainingExtension),
            ServerReflectionRequest.MessageRequestOneofCase.AllExtensionNumbersOfType =>
                ExtensionNumbers(found, request.AllExtensionNumbersOfType),
            ServerReflectionRequest.MessageRequestOneofCase.ListServices => new ServerReflectionResponse
            {
                ListServicesResponse = new() { Service = { found.ServiceNames.Select(name => new ServiceResponse { Name = name }) } },
            },
            _ => Error(StatusCode.Unimplemented, "This question is not known here."),
        };
        response.ValidHost = request.Host;
        response.OriginalRequest = request;
        return response;
    }

    // With everything it imports, so that one question is enough.
    private static ServerReflectionResponse File(FileDescriptor? file, string name)
    {
        if (file is null)
        {
            return Error(StatusCode.NotFound, $"'{name}' is not known here.");
        }

        var files = new FileDescriptorResponse();
        var seen = new HashSet<string>(StringComparer.Ordinal) { file.Name };
        var waiting = new Queue<FileDescriptor>([file]);
        while (waiting.TryDequeue(out var next))
        {
            files.FileDescriptorProto.Add(next.SerializedData);
            foreach (var dependency in next.Dependencies.Where(dependency => seen.Add(dependency.Name)))
            {
                waiting.Enqueue(dependency);
            }
        }

        return new ServerReflectionResponse { FileDescriptorResponse = files };
    }

    private static ServerReflectionResponse Extension(DescriptorIndex found, ExtensionRequest request) => File(
        found.FindByExtension(request.ContainingType, request.ExtensionNumber),
        $"{request.ContainingType} extension {request.ExtensionNumber}");

    private static ServerReflectionResponse ExtensionNumbers(DescriptorIndex found, string type) =>
        found.FindExtensionNumbers(type) is { } numbers
            ? new() { AllExtensionNumbersResponse = new() { BaseTypeName = type, ExtensionNumber = { numbers } } }
            : Error(StatusCode.NotFound, $"'{type}' is not known here.");

    private static ServerReflectionResponse Error(StatusCode code, string message) =>
        new() { ErrorResponse = new() { ErrorCode = (int)code, ErrorMessage = message } };
}
