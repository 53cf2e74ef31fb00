using Google.Protobuf.Reflection;
using Grpc.Reflection.V1;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Grpc.Tests.Reflection;

public sealed class ReflectionServiceTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task ListServices_MappedServices_AreNamed()
    {
        var answer = await AskAsync(new ServerReflectionRequest { ListServices = "" });
        answer.ListServicesResponse.Service.Select(service => service.Name)
            .ShouldBe(["grpc.reflection.v1.ServerReflection", "grpc.tests.Kinds"]);
    }

    [Theory]
    [InlineData("grpc.tests.Kinds")]
    [InlineData("grpc.tests.Kinds.Unary")]
    [InlineData("grpc.tests.Note")]
    [InlineData("grpc.tests.Note.number")]
    public async Task FileContainingSymbol_Known_IsTheFile(string symbol)
    {
        var answer = await AskAsync(new ServerReflectionRequest { FileContainingSymbol = symbol, Host = "h" });
        answer.FileDescriptorResponse.FileDescriptorProto.ShouldBe([KindsReflection.Descriptor.SerializedData]);
        answer.ValidHost.ShouldBe("h");
        answer.OriginalRequest.FileContainingSymbol.ShouldBe(symbol);
    }

    [Fact]
    public async Task FileByFilename_Known_IsTheFile()
    {
        var answer = await AskAsync(new ServerReflectionRequest { FileByFilename = "kinds.proto" });
        var file = FileDescriptorProto.Parser.ParseFrom(answer.FileDescriptorResponse.FileDescriptorProto.Single());
        file.Package.ShouldBe("grpc.tests");
        file.Service.Single().Method.Count.ShouldBe(4);
    }

    [Fact]
    public async Task Questions_AboutWhatIsNotThere_AreAnsweredWithNotFound()
    {
        foreach (var request in (ServerReflectionRequest[])
            [
                new() { FileContainingSymbol = "no.Such" },
                new() { FileByFilename = "no.proto" },
                new() { FileContainingExtension = new() { ContainingType = "grpc.tests.Note", ExtensionNumber = 1 } },
                new() { AllExtensionNumbersOfType = "no.Such" },
            ])
        {
            var answer = await AskAsync(request);
            answer.ErrorResponse.ErrorCode.ShouldBe((int)StatusCode.NotFound);
        }
    }

    [Fact]
    public async Task AllExtensionNumbersOfType_MessageWithoutExtensions_IsEmpty()
    {
        var answer = await AskAsync(new ServerReflectionRequest { AllExtensionNumbersOfType = "grpc.tests.Note" });
        answer.AllExtensionNumbersResponse.BaseTypeName.ShouldBe("grpc.tests.Note");
        answer.AllExtensionNumbersResponse.ExtensionNumber.ShouldBeEmpty();
    }

    [Fact]
    public async Task EmptyRequest_IsUnimplemented()
    {
        var answer = await AskAsync(new ServerReflectionRequest());
        answer.ErrorResponse.ErrorCode.ShouldBe((int)StatusCode.Unimplemented);
    }

    private static async Task<ServerReflectionResponse> AskAsync(ServerReflectionRequest request)
    {
        await using var host = await GrpcHost.StartAsync(
            services => services.AddGrpcReflection().AddGrpc(),
            app =>
            {
                app.MapGrpcService<KindsService>();
                app.MapGrpcReflectionService();
            },
            Deadline);
        using var call = new ServerReflection.ServerReflectionClient(host.Channel).ServerReflectionInfo(cancellationToken: Deadline);
        await call.RequestStream.WriteAsync(request, Deadline);
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        await call.RequestStream.CompleteAsync();
        var answer = call.ResponseStream.Current;
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeFalse();
        return answer;
    }
}
