using System.Reflection;
using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>The static <c>BindService</c> of a service, found through the attribute on its base class.</summary>
internal static class BindMethod
{
    /// <summary>Lists every method of the service to the binder; the service instance is left null.</summary>
    /// <exception cref="InvalidOperationException">There is no such method.</exception>
    public static void Invoke(Type serviceType, ServiceBinderBase binder) =>
        Find(serviceType).Invoke(null, BindingFlags.DoNotWrapExceptions, null, [binder, null], null);

    private static MethodInfo Find(Type serviceType)
    {
        for (var type = serviceType; type is not null; type = type.BaseType)
        {
            if (type.GetCustomAttribute<BindServiceMethodAttribute>(inherit: false) is { } bind)
            {
                const BindingFlags PublicStatic = BindingFlags.Public | BindingFlags.Static;
                return bind.BindType.GetMethod(bind.BindMethodName, PublicStatic, [typeof(ServiceBinderBase), type])
                    ?? throw new InvalidOperationException(
                        $"{bind.BindType} has no public static {bind.BindMethodName}(ServiceBinderBase, {type.Name}).");
            }
        }

        throw new InvalidOperationException(
            $"{serviceType} is no gRPC service: neither it nor a class it derives from has [BindServiceMethod].");
    }
}
