using System.Reflection;
using Google.Protobuf.Reflection;
using Grpc.Core;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server.Reflection;

/// <summary>Finds the descriptors of the services that are mapped.</summary>
internal static class ServiceDescriptors
{
    public static IEnumerable<ServiceDescriptor> Of(IEnumerable<Endpoint> endpoints) => endpoints
        .Select(endpoint => endpoint.Metadata.GetMetadata<GrpcMethodMetadata>()?.ServiceType)
        .OfType<Type>()
        .Distinct()
        .Select(Find)
        .OfType<ServiceDescriptor>();

    // Generated code has it as a static property of the class around the service's base class. A service written by hand may have it
    // there too, or on the class that binds it; without it, there is nothing to tell of the service.
    private static ServiceDescriptor? Find(Type serviceType)
    {
        for (var type = serviceType; type is not null; type = type.BaseType)
        {
            if (type.GetCustomAttribute<BindServiceMethodAttribute>(inherit: false) is { } bind)
            {
                return Read(type.DeclaringType) ?? Read(bind.BindType);
            }
        }

        return null;
    }

    private static ServiceDescriptor? Read(Type? type) =>
        type?.GetProperty("Descriptor", BindingFlags.Public | BindingFlags.Static)?.GetValue(null) as ServiceDescriptor;
}
